#include "table_sums.hpp"

#include <algorithm>
#include <bit>

namespace encke::kokkos {
namespace {

// Costs in cycles, measured on Zen 4; what popcounts cost, the level says (TableKernels).
constexpr double line = 2.6;                // a listed sample: 512 columns, one plane
constexpr double tallies_of_product = 0.3;  // from sums to a product of a pair, with its store
constexpr double added_product = 0.6;       // clearing a tally, and adding to it: with popcounts
constexpr double layout_of_word = 900;      // 64 samples of 512 columns, one plane
constexpr double list_of_word = 12;         // 64 samples of a row, one list
constexpr double wide_sums = 1.35;          // as long for a sample if sums need more than 8 bits

template <class T>
T* reserve(AlignedBuffer<T>& buffer, Index size) {
  if (buffer.size() < size) buffer = AlignedBuffer<T>(size);
  return buffer.data();
}

using Counts = Array<Index, 6>;

/// The genotype that most samples have; of several the least.
int common_genotype(const Counts& counts) {
  int most = 0;
  for (int g = 1; g < 3; ++g) {
    if (counts[g] + counts[3 + g] > counts[most] + counts[3 + most]) most = g;
  }
  return most;
}

}  // namespace

TableWork::TableWork(const Array<Operand, 2>& blocks, const Range& row_range,
                     const Range& col_range)
    : rows(row_range.size()), cols(col_range.size()), words(blocks[0].vectors->words()) {
  const PackedVectors& left = *blocks[0].vectors;
  masks = !left.panel(row_range).complete() || !blocks[1].vectors->panel(col_range).complete();
  for (Index v = row_range.begin; v < row_range.end; ++v) {
    const Counts& counts = left.class_counts(v);
    const int common = common_genotype(counts);
    for (int c = 0; c < 2; ++c) {
      Index missing = left.class_fields(c).size();
      for (int g = 0; g < 3; ++g) {
        const Index with = counts[3 * c + g];
        missing -= with;
        if (g == common) continue;
        longest = std::max(longest, with);
        listed += round_up(with, 8);
      }
      longest = std::max(longest, missing);
      if (masks) listed += round_up(missing, 8);
    }
  }
}

bool TableWork::lists_faster(Index pairs, double popcount_of_word) const {
  if (!lists_possible()) return false;
  const double planes = masks ? 3 : 2;  // and lists
  const double products = 2 * planes * planes;
  const auto all_words = static_cast<double>(words);
  const auto all_pairs = static_cast<double>(pairs);
  const double lists =
      static_cast<double>(listed) * planes * line * (longest > 255 ? wide_sums : 1) +
      all_words * planes * (layout_of_word + list_of_word * static_cast<double>(rows)) +
      all_pairs * products * tallies_of_product;
  return lists <
         all_pairs * (planes * planes * all_words * popcount_of_word + products * added_product);
}

TableSums::TableSums(const cpu::TableKernels& kernels, const Array<Operand, 2>& blocks,
                     const TableWork& work, const Range& rows, const Range& cols, MaskSpace& space)
    : kernels_(kernels),
      left_(*blocks[0].vectors),
      right_(*blocks[1].vectors),
      cols_(cols),
      whole_(is_laid_out_whole(left_.words())),
      masks_(work.masks),
      bits_(
          std::max(8, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(work.longest))))),
      space_(space) {
  const Index most = std::min(rows.size(), tiles_at_once() * table_tile.rows);
  reserve(space_.by_row, most * size());
  reserve(space_.lines, cpu::mask_line_bytes);
  reserve(space_.common, most);
  auto* const own = reserve(space_.vectors, MaskSpace::sums);
  for (Index v = cols.begin; v < cols.end; ++v) {
    for (int c = 0; c < 2; ++c) {
      const Index* const counts = right_.class_counts(v).begin() + 3 * c;
      const Index sums[3] = {counts[0], counts[1], counts[0] + counts[1] + counts[2]};
      for (int i = 0; i < 3; ++i) {
        own[(3 * c + i) * cpu::mask_vectors + v - cols.begin] = static_cast<std::int32_t>(sums[i]);
      }
    }
  }
  if (whole_) lay_out({0, left_.words()});
}

/// Words of the sums of a row.
Index TableSums::size() const {
  const Index planes = masks_ ? 3 : 2;
  return cpu::TableCount::classes * planes * planes * (bits_ > 8 ? 16 : 8) * 8;
}

void TableSums::lay_out(const Range& words) const {
  cpu::TableLayout job;
  job.values = right_.panel(cols_).values;
  if (masks_) job.mask = right_.mask_panel(cols_.begin / 8);
  job.vectors = cols_.size();
  job.words = words;
  job.lines = space_.lines.data();
  kernels_.lay_out(job);
}

void TableSums::count(const Range& rows) {
  counted_ = rows;
  for (Index v = rows.begin; v < rows.end; ++v) {
    space_.common.data()[v - rows.begin] =
        static_cast<std::uint8_t>(common_genotype(left_.class_counts(v)));
  }
  cpu::TableCount job;
  job.values = left_.panel(rows).values;
  if (masks_) job.mask = left_.mask_panel(rows.begin / 8);
  job.rows = rows.size();
  job.common = space_.common.data();
  for (int c = 0; c < 2; ++c) {
    job.words[c] = left_.class_words(c);
    job.fields[c] = left_.class_fields(c).size();
  }
  job.lines = space_.lines.data();
  job.counts = space_.by_row.data();
  job.bits = bits_;
  const Index all = left_.words();
  constexpr Index most = cpu::mask_samples / 64;
  for (Index begin = 0; begin < all; begin += most) {
    job.laid_out = {begin, std::min(all, begin + most)};
    job.last = job.laid_out.end == all;
    if (!whole_) lay_out(job.laid_out);
    kernels_.count(job);
  }
}

void TableSums::write(const Range& rows, const Range& cols, bool complete, std::int32_t* tallies,
                      Index plane_stride, Index row_stride) const {
  const Index first = rows.begin - counted_.begin;
  cpu::TableTallies tile;
  tile.counts = space_.by_row.data() + first * size();
  tile.col_word = (cols.begin - cols_.begin) / 64;
  tile.wide = bits_ > 8;
  tile.masks = masks_;
  tile.common = space_.common.data() + first;
  tile.rows = rows.size();
  tile.cols = cols.size();
  for (int i = 0; i < 6; ++i) {
    tile.col_counts[i / 3][i % 3] =
        space_.vectors.data() + i * cpu::mask_vectors + cols.begin - cols_.begin;
  }
  tile.complete = complete;
  tile.tallies = tallies;
  tile.plane_stride = plane_stride;
  tile.row_stride = row_stride;
  kernels_.tallies(tile);
}

}  // namespace encke::kokkos
