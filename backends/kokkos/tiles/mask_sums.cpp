#include "mask_sums.hpp"

#include <algorithm>
#include <bit>

namespace encke::kokkos {
namespace {

// Costs in cycles, measured on Zen 5; what popcounts cost, the level says (MaskKernels). See
// docs/design/kernels.md.
constexpr double tallies_of_pair = 3;    // from counts to tallies
constexpr double layout_of_word = 4500;  // 64 samples of 512 rows and as many columns
constexpr double list_of_word = 7;       // a vector, 64 samples
constexpr double rows_of_sample = 10;    // a missing sample of a column: 512 rows, three planes
constexpr double cols_of_sample = 7;     // of a row: the columns, two planes
constexpr double wide_counts = 1.35;     // as long for a sample if counts need more than 8 bits

Index missing_of(const PackedVectors& vectors, const Range& range, Index& longest) {
  Index all = 0;
  for (Index v = range.begin; v < range.end; ++v) {
    const Index missing = vectors.fields() - vectors.present_count(v);
    longest = std::max(longest, missing);
    all += missing;
  }
  return all;
}

template <class T>
T* reserve(AlignedBuffer<T>& buffer, Index size) {
  if (buffer.size() < size) buffer = AlignedBuffer<T>(size);
  return buffer.data();
}

}  // namespace

MaskWork::MaskWork(const Array<Operand, 2>& blocks, const Range& row_range, const Range& col_range)
    : rows(row_range.size()), cols(col_range.size()), fields(blocks[0].vectors->fields()) {
  missing_of_rows = missing_of(*blocks[0].vectors, row_range, longest);
  missing_of_cols = missing_of(*blocks[1].vectors, col_range, longest);
}

bool MaskWork::lists_faster(double popcounts_of_word) const {
  if (!lists_possible()) return false;
  const auto words = static_cast<double>(divide_up(fields, 64));
  const auto pairs = static_cast<double>(rows * cols);
  const double lines = rows_of_sample * static_cast<double>(missing_of_cols) +
                       cols_of_sample * static_cast<double>(missing_of_rows);
  const double lists = pairs * tallies_of_pair + lines * (longest > 255 ? wide_counts : 1) +
                       words * (layout_of_word + list_of_word * static_cast<double>(rows + cols));
  return lists < pairs * words * popcounts_of_word;
}

MaskSums::MaskSums(const cpu::MaskKernels& kernels, const Array<Operand, 2>& blocks,
                   const Range& rows, const Range& cols, Index longest, MaskSpace& space)
    : kernels_(kernels),
      left_(*blocks[0].vectors),
      right_(*blocks[1].vectors),
      rows_(rows),
      cols_(cols),
      bits_(std::max(8, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(longest))))),
      space_(space) {
  // columns up to the first row, and rows from the last column on, have no wanted pair
  const Index diagonal = rows.begin + blocks[0].offset - cols.begin - blocks[1].offset;
  const Index first = std::clamp<Index>(diagonal + 1, 0, cols.size());
  const Index last = std::clamp<Index>(cols.size() - 1 - diagonal, 0, rows.size());
  count(left_, rows, true, right_, cols, {first, cols.size()}, space.by_col);
  count(right_, cols, false, left_, rows, {0, last}, space.by_row);
}

int MaskSums::planes(bool masks) const { return left_.element().planes() + (masks ? 1 : 0); }

void MaskSums::count(const PackedVectors& summed, const Range& vectors, bool masks,
                     const PackedVectors& listed, const Range& others, const Range& wanted,
                     AlignedBuffer<std::uint64_t>& to) {
  const Index size = others.size() * planes(masks) * (bits_ > 8 ? 16 : 8) * 8;
  cpu::MaskCount job;
  job.counts = reserve(to, size);
  const bool none = listed.panel(others).complete();
  const Index of_one = size / others.size();
  const Index begin = none ? others.size() : wanted.begin, end = wanted.end;
  std::fill_n(job.counts, begin * of_one, std::uint64_t{0});
  if (none) return;
  std::fill(job.counts + end * of_one, job.counts + size, std::uint64_t{0});
  job.values = summed.panel(vectors).values;
  if (masks) job.mask = summed.mask_panel(vectors.begin / 8);
  job.vectors = vectors.size();
  job.lists = listed.mask_panel(others.begin / 8);
  job.others = wanted;
  job.fields = listed.fields();
  job.bits = bits_;
  if (!masks) {
    job.lines = reserve(space_.lines, cpu::mask_line_bytes);
    return kernels_.count(job);
  }
  // jobs of a worker follow each other along the same rows
  const bool same = space_.row_content == summed.content() && space_.rows == vectors;
  job.laid_out = same && summed.fields() <= cpu::mask_samples;
  job.lines = reserve(space_.row_lines, cpu::mask_line_bytes);
  kernels_.count(job);
  space_.row_content = summed.content();
  space_.rows = vectors;
}

cpu::MaskTallies MaskSums::tile_of(const Range& rows, const Range& cols) const {
  auto* const row_x = reserve(space_.vectors, MaskSpace::sums);
  auto* const row_present = row_x + pair_tile.rows;
  auto* const row_square = row_present + pair_tile.rows;
  auto* const col_x = row_square + pair_tile.rows;
  auto* const col_square = col_x + pair_tile.cols;
  for (Index r = 0; r < rows.size(); ++r) {
    row_x[r] = static_cast<std::int32_t>(left_.x_sum(rows.begin + r));
    row_present[r] = static_cast<std::int32_t>(left_.present_count(rows.begin + r));
    row_square[r] = static_cast<std::int32_t>(left_.square_sum(rows.begin + r));
  }
  for (Index c = 0; c < cols.size(); ++c) {
    col_x[c] = static_cast<std::int32_t>(right_.x_sum(cols.begin + c));
    col_square[c] = static_cast<std::int32_t>(right_.square_sum(cols.begin + c));
  }
  const Index width = (bits_ > 8 ? 16 : 8) * 8;
  cpu::MaskTallies tile;
  tile.by_col = space_.by_col.data() + (cols.begin - cols_.begin) * planes(true) * width;
  tile.by_row = space_.by_row.data() + (rows.begin - rows_.begin) * planes(false) * width;
  tile.row_word = (rows.begin - rows_.begin) / 64;
  tile.col_word = (cols.begin - cols_.begin) / 64;
  tile.wide = bits_ > 8;
  tile.rows = rows.size();
  tile.cols = cols.size();
  tile.row_x = row_x;
  tile.row_present = row_present;
  tile.row_square = row_square;
  tile.col_x = col_x;
  tile.col_square = col_square;
  return tile;
}

void MaskSums::write(const Range& rows, const Range& cols, std::int32_t* tallies,
                     Index plane_stride, Index row_stride, const cpu::MaskFound& wanted) const {
  cpu::MaskTallies tile = tile_of(rows, cols);
  tile.wanted = wanted;
  tile.tallies = tallies;
  tile.plane_stride = plane_stride;
  tile.row_stride = row_stride;
  kernels_.tallies(tile);
}

cpu::MaskFound MaskSums::screen(const Range& rows, const Range& cols, const std::int32_t* tallies,
                                Index row_stride, const cpu::MaskScreen& screen) const {
  cpu::MaskTallies tile = tile_of(rows, cols);
  tile.tallies = const_cast<std::int32_t*>(tallies);  // which the screen reads alone
  tile.row_stride = row_stride;
  return kernels_.screen(tile, screen);
}

}  // namespace encke::kokkos
