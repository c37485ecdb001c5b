#pragma once

#include <cstring>

#include "mask_tallies.hpp"
#include "table_count.hpp"
#include "table_jobs.hpp"

// From sums over lists of a row's samples (see table_count.hpp) to the products of a tile. Of a
// class, with g a genotype of the row that has a list and q what is read of the column (genotype 0,
// 1, or present):
//   N(g, q) is the list's sum;  N(present, q) = N(q) - (sum over the missing samples);
//   N(common, q) = N(present, q) - (sums of both lists).

namespace encke::cpu {

/// Counts of 64 columns of a row, of one class. `L`: the lines of a level.
template <class L, bool Masks, bool Wide>
class TableCounts {
 public:
  using Sixteen = typename L::Sixteen;
  static constexpr int halves = Wide ? 2 : 1;
  static constexpr int planes = Masks ? 3 : 2;
  static constexpr int lists = planes;
  static constexpr Index size = halves * 64;

  ENCKE_FUNCTION void lay_out(const TableTallies& t, Index row, int c, Index col) {
    const auto* from = t.counts + (row * TableCount::classes + c) * lists * planes * size;
    for (int i = 0; i < lists * planes; ++i, from += size) {
      for (int half = 0; half < halves; ++half) {
        typename L::Line line;
        bytes_of_counts<L>(from + (half * 8 + t.col_word + col / 64) * 8, line);
        L::store(bytes_[i][half], line);
      }
    }
  }

  /// Those of sixteen columns from column `i` on.
  ENCKE_FUNCTION void get(int list, int plane, int i, Sixteen& to) const {
    L::widen(bytes_[list * planes + plane][0] + i, to);
    if constexpr (Wide) {
      Sixteen upper;
      L::widen(bytes_[list * planes + plane][1] + i, upper);
      to += upper << 8;
    }
  }

 private:
  alignas(64) std::uint8_t bytes_[lists * planes][halves][64];
};

/// The products of a tile, 64 columns of a row at a time. `Complete`: the form.
template <class L, bool Masks, bool Wide, bool Complete>
class TableTile {
 public:
  ENCKE_FUNCTION explicit TableTile(const TableTallies& t) : t_(t) {}

  ENCKE_FUNCTION void run() {
    for (Index row = 0; row < t_.rows; ++row) {
      for (Index col = 0; col < t_.cols; col += 64) {
        for (int c = 0; c < TableCount::classes; ++c) {
          counts_.lay_out(t_, row, c, col);
          std::int32_t* const out =
              t_.tallies + c * kinds * kinds * t_.plane_stride + row * t_.row_stride + col;
          if (t_.common[row] == 2) {
            of_columns<false>(2, c, col, out);
          } else {
            of_columns<true>(t_.common[row], c, col, out);
          }
        }
      }
    }
  }

 private:
  using Sixteen = typename L::Sixteen;
  static constexpr int kinds = Complete ? 2 : 3;  // of what is read of a vector

  /// `Rest`: genotype 0 or 1 has no list.
  template <bool Rest>
  ENCKE_FUNCTION void of_columns(int common, int c, Index col, std::int32_t* out) {
    const Index of_first = (common == 0 ? 1 : 0) * kinds * t_.plane_stride;
    const Index of_other = (common == 0 ? 0 : 1) * kinds * t_.plane_stride;
    for (int i = 0; i < 64; i += 16, out += 16) {
#pragma GCC unroll 3
      for (int plane = 0; plane < kinds; ++plane) {
        std::int32_t* const to = out + plane * t_.plane_stride;
        Sixteen first, other, present;
        counts_.get(0, plane, i, first);
        counts_.get(1, plane, i, other);
        if (Rest || !Complete) {
          std::memcpy(&present, t_.col_counts[c][plane] + col + i, sizeof present);
          if constexpr (Masks) {
            Sixteen missing;
            counts_.get(2, plane, i, missing);
            present -= missing;
          }
        }
        if constexpr (Rest) other = present - first - other;
        std::memcpy(to + of_first, &first, sizeof first);
        std::memcpy(to + of_other, &other, sizeof other);
        if constexpr (!Complete) std::memcpy(to + 6 * t_.plane_stride, &present, sizeof present);
      }
    }
  }

  const TableTallies& t_;
  TableCounts<L, Masks, Wide> counts_;
};

template <class L, bool Masks, bool Wide>
ENCKE_FUNCTION void table_tallies_of(const TableTallies& t) {
  if (t.complete) {
    TableTile<L, Masks, Wide, true>(t).run();
  } else if constexpr (Masks) {
    TableTile<L, Masks, Wide, false>(t).run();
  }
}

/// See TableTallies.
template <class L>
void table_tallies(const TableTallies& t) {
  if (t.masks) {
    t.wide ? table_tallies_of<L, true, true>(t) : table_tallies_of<L, true, false>(t);
  } else {
    t.wide ? table_tallies_of<L, false, true>(t) : table_tallies_of<L, false, false>(t);
  }
}

/// The kernels of tables.
template <class L>
constexpr TableKernels table_list_kernels() {
  return {&lay_out_tables<L>, &count_tables<L>, &table_tallies<L>};
}

}  // namespace encke::cpu
