#include "job_sums.hpp"

#include <algorithm>

namespace encke::kokkos {

JobSums::JobSums(const cpu::Products& products, const Array<Operand, 2>& blocks, const Range& rows,
                 const Range& cols, Workspace& work)
    : rows_(rows), cols_(cols) {
  if (work.sums_of_job.empty()) {
    work.sums_of_job = AlignedBuffer<std::int32_t>(most_rows * stride);
  }
  std::fill_n(work.sums_of_job.data(), rows.size() * stride, 0);
  sums_ = work.sums_of_job.data();
  const Panel left = blocks[0].vectors->panel(rows);
  Block b;
  b.left[0] = left.values;
  b.right[0] = blocks[1].vectors->panel(cols).values;
  b.rows = rows.size();
  b.cols = cols.size();
  b.words = {0, left.words};
  b.tallies = work.sums_of_job.data();
  b.row_stride = stride;
  b.diagonal = rows.begin + blocks[0].offset - cols.begin - blocks[1].offset;
  b.space = work.space(products.space);
  products.complete(b);
}

void JobSums::write(const Range& rows, const Range& cols, std::int32_t* tallies) const {
  const auto* from = sums_ + (rows.begin - rows_.begin) * stride + cols.begin - cols_.begin;
  for (Index r = 0; r < rows.size(); ++r) {
    std::copy_n(from + r * stride, pair_tile.cols, tallies + r * pair_tile.cols);
  }
}

}  // namespace encke::kokkos
