#pragma once

#include <immintrin.h>

#include "mask_count.hpp"
#include "mask_lines_avx512.hpp"
#include "mask_tallies.hpp"

// The screen by CorrelationBound of pairs that miss samples, from the sums over the missing ones
// (see mask_count.hpp) in registers: most tiles have no pair that passes, and their products with
// masks are then never written. In float32, for up to 4,096 samples: products of two sums, at most
// 2^24, are exact there, so that a comparison is off by the rounding of five operations.

namespace encke::cpu {

template <class Level>
class MaskScreenTile : MaskTile<Avx512Lines<Level>, 2, true, false> {
  using L = Avx512Lines<Level>;
  using Tile = MaskTile<L, 2, true, false>;
  using Tile::block_;
  using Tile::m_;

 public:
  ENCKE_FUNCTION MaskScreenTile(const MaskTallies& m, const MaskScreen& screen)
      : Tile(m), screen_(screen) {}

  ENCKE_FUNCTION MaskFound run() {
    for (Index row = 0; row < m_.rows; ++row) lay_out_row(row);
    MaskFound found{0, 0};
    for (Index col = 0; col < m_.cols; col += Tile::wide_cols) {
      for (int p = 0; p < Tile::sums; ++p) Tile::of_columns(col, p, 0);
      const Index last = col + Tile::wide_cols - 1 - screen_.diagonal;  // rows before it want some
      const unsigned wanted = m_.cols - col < 16 ? (1U << (m_.cols - col)) - 1 : 0xffffU;
      for (Index row = 0; row < m_.rows; ++row) {
        const unsigned marks = row < last ? sixteen(row, col) & wanted : 0;
        _mm_storeu_si128(reinterpret_cast<__m128i*>(screen_.out + row * m_.row_stride + col),
                         _mm_maskz_set1_epi8(static_cast<__mmask16>(marks), 1));
        found.rows |= static_cast<std::uint64_t>(marks != 0) << row;
        found.col_groups |= static_cast<std::uint64_t>(marks != 0) << (col / Tile::wide_cols);
      }
    }
    return found;
  }

 private:
  ENCKE_FUNCTION void lay_out_row(Index row) {
    for (Index col = 0; col < m_.cols; col += 64) {
      for (int p = 0; p < 2; ++p) {
        const Index at = (row * 2 + p) * Tile::size + (m_.col_word + col / 64) * 8;
        typename L::Line line;
        bytes_of_counts<L>(m_.by_row + at, line);
        L::store(by_row_[row][p] + col, line);
      }
    }
  }

  ENCKE_FUNCTION static __m512i counts(const std::uint8_t* p) {
    return _mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
  }
  ENCKE_FUNCTION static __m512 real(__m512i x) { return _mm512_cvtepi32_ps(x); }
  /// from - counts + 2 negative counts
  ENCKE_FUNCTION static __m512 sum(__m512i from, __m512i values, const std::uint8_t* signs) {
    return real(
        _mm512_add_epi32(_mm512_sub_epi32(from, values), _mm512_slli_epi32(counts(signs), 1)));
  }

  /// A bit for each of sixteen columns that may pass.
  ENCKE_FUNCTION unsigned sixteen(Index row, Index col) const {
    const auto of_row = [&](const std::int32_t* p) { return _mm512_set1_epi32(p[row]); };
    const auto of_cols = [&](const std::int32_t* p) { return _mm512_loadu_si512(p + col); };
    const __m512i by_col = counts(block_[0][0] + Tile::wide_cols * row);
    const __m512i by_row = counts(by_row_[row][0] + col);
    const __m512 xx = real(_mm512_loadu_si512(m_.tallies + row * m_.row_stride + col));
    const __m512 xm = sum(of_row(m_.row_x), by_col, block_[1][0] + Tile::wide_cols * row);
    const __m512 mx = sum(of_cols(m_.col_x), by_row, by_row_[row][1] + col);
    const __m512 n = real(
        _mm512_sub_epi32(of_row(m_.row_present), counts(block_[2][0] + Tile::wide_cols * row)));
    const __m512 zm = real(_mm512_sub_epi32(of_row(m_.row_square), by_col));
    const __m512 mz = real(_mm512_sub_epi32(of_cols(m_.col_square), by_row));
    const __m512 both = _mm512_fmsub_ps(n, xx, _mm512_mul_ps(xm, mx));
    const __m512 first = _mm512_fmsub_ps(n, zm, _mm512_mul_ps(xm, xm));
    const __m512 second = _mm512_fmsub_ps(n, mz, _mm512_mul_ps(mx, mx));
    const __m512 least = _mm512_mul_ps(_mm512_mul_ps(first, second), _mm512_set1_ps(screen_.floor));
    return _mm512_cmp_ps_mask(_mm512_mul_ps(both, both), least, _CMP_GT_OQ);
  }

  const MaskScreen& screen_;
  alignas(64) std::uint8_t by_row_[64][2][192];  ///< [row][plane][column]
};

/// See MaskKernels::screen.
template <class Level>
MaskFound screen_mask_tile(const MaskTallies& m, const MaskScreen& screen) {
  return MaskScreenTile<Level>(m, screen).run();
}

}  // namespace encke::cpu
