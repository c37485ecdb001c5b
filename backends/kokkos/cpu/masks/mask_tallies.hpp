#pragma once

#include "kokkos/cpu/kernels.hpp"
#include "mask_count.hpp"

// From counts as bits of lines (see mask_count.hpp) to the tallies of a tile.

namespace encke::cpu {

/// The counts of 64 vectors as bytes, from eight words of bits.
template <class L>
ENCKE_FUNCTION void bytes_of_counts(const std::uint64_t* words, typename L::Line& line) {
  L::load(line, words);
  L::transpose_squares(line);
}

/// Count i of those whose lower and upper bytes are these.
template <bool Wide>
ENCKE_FUNCTION std::int32_t count_at(const std::uint8_t* low, Index i, Index high) {
  return Wide ? low[i] + 256 * low[high + i] : low[i];
}

template <class L, int Planes, bool Squares, bool Wide>
class MaskTile {
 public:
  ENCKE_FUNCTION explicit MaskTile(const MaskTallies& m) : m_(m) {}

  ENCKE_FUNCTION void run() {
    for (Index col = 0; col < m_.cols; col += wide_cols) {
      if ((m_.wanted.col_groups >> (col / wide_cols) & 1) == 0) continue;
      for (int p = 0; p < sums; ++p) {
        for (int half = 0; half < halves; ++half) of_columns(col, p, half);
      }
      for (Index row = 0; row < m_.rows; ++row) {
        if (is_wanted(row)) subtract_by_column(row, col);
      }
    }
    for (Index row = 0; row < m_.rows; ++row) {
      if (!is_wanted(row)) continue;
      for (Index col = 0; col < m_.cols; col += 64) of_row(row, col);
    }
  }

 protected:
  static constexpr int halves = Wide ? 2 : 1;
  static constexpr int wide_cols = 16;
  static constexpr int sums = Planes + 1;  ///< by column: the values and the mask
  static constexpr Index size = halves * 64;

  ENCKE_FUNCTION bool is_wanted(Index row) const { return (m_.wanted.rows >> row & 1) != 0; }

  /// Values of eight columns, all rows: line r has rows 8 r to 8 r + 7, eight bytes each.
  ENCKE_FUNCTION void of_eight(Index col, int plane, int half, typename L::Line (&x)[8]) {
    for (int c = 0; c < 8; ++c) {
      if (col + c >= m_.cols) {
        L::clear(x[c]);
        continue;
      }
      const Index at = ((col + c) * sums + plane) * size + (half * 8 + m_.row_word) * 8;
      bytes_of_counts<L>(m_.by_col + at, x[c]);
    }
    L::transpose_words(x);
    for (auto& line : x) L::transpose_bytes(line);
  }

  /// The same of sixteen columns, to memory.
  ENCKE_FUNCTION void of_columns(Index col, int plane, int half) {
    typename L::Line first[8], second[8];
    of_eight(col, plane, half, first);
    of_eight(col + 8, plane, half, second);
    for (int r = 0; r < 8; ++r) {
      L::interleave(first[r], second[r]);
      L::store(block_[plane][half] + r * 128, first[r]);
      L::store(block_[plane][half] + r * 128 + 64, second[r]);
    }
  }

  /// XM, MM and ZM of a row and sixteen columns.
  ENCKE_FUNCTION void subtract_by_column(Index row, Index col) {
    constexpr Index high = 64 * wide_cols;
    std::int32_t* out = m_.tallies + row * m_.row_stride + col;
    const std::uint8_t* value = block_[0][0] + wide_cols * row;
    const std::uint8_t* sign = Planes == 2 ? block_[1][0] + wide_cols * row : nullptr;
    const std::uint8_t* mask = block_[Planes][0] + wide_cols * row;
    L::template subtract<Wide>(out + m_.plane_stride, m_.row_x[row], value, sign, high);
    L::template subtract<Wide>(out + 3 * m_.plane_stride, m_.row_present[row], mask, nullptr, high);
    if constexpr (Squares) {
      out += 4 * m_.plane_stride;
      L::template subtract<Wide>(out, m_.row_square[row], value, nullptr, high);
    }
  }

  /// MX and MZ of a row and 64 columns.
  ENCKE_FUNCTION void of_row(Index row, Index col) {
    alignas(64) std::uint8_t bytes[Planes][halves][64];
    for (int p = 0; p < Planes; ++p) {
      for (int half = 0; half < halves; ++half) {
        const Index at = (row * Planes + p) * size + (half * 8 + m_.col_word + col / 64) * 8;
        typename L::Line line;
        bytes_of_counts<L>(m_.by_row + at, line);
        L::store(bytes[p][half], line);
      }
    }
    std::int32_t* __restrict out = m_.tallies + row * m_.row_stride + col;
    const std::int32_t* __restrict x = m_.col_x + col;
    for (int c = 0; c < 64; ++c) {
      const std::int32_t negative =
          Planes == 2 ? 2 * count_at<Wide>(bytes[Planes - 1][0], c, 64) : 0;
      out[2 * m_.plane_stride + c] = x[c] - count_at<Wide>(bytes[0][0], c, 64) + negative;
    }
    if constexpr (Squares) {
      const std::int32_t* __restrict square = m_.col_square + col;
      for (int c = 0; c < 64; ++c) {
        out[5 * m_.plane_stride + c] = square[c] - count_at<Wide>(bytes[0][0], c, 64);
      }
    }
  }

  const MaskTallies& m_;
  alignas(64) std::uint8_t block_[sums][halves][64 * wide_cols];  ///< [row][column]
};

/// See MaskTallies. `Planes`: of the values; `Squares`: with the sums of x^2.
template <class L, int Planes, bool Squares>
void mask_tallies(const MaskTallies& m) {
  if (m.wide) {
    MaskTile<L, Planes, Squares, true>(m).run();
  } else {
    MaskTile<L, Planes, Squares, false>(m).run();
  }
}

/// The kernels of an element with so many planes of values.
template <class L, int Planes, bool Squares>
constexpr MaskKernels mask_kernels() {
  return {&count_missing<L, Planes>, &mask_tallies<L, Planes, Squares>};
}

}  // namespace encke::cpu
