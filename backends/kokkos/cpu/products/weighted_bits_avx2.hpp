#pragma once

#include <immintrin.h>

#include "weighted_bits.hpp"

// Tables of 16 sums where a shuffle chooses among eight floats or four doubles.

namespace encke::cpu {

/// Two halves of a table, chosen between by the index's bit 3, which is its sign.
template <class Level>
struct Avx2WeightedFloats {
  using Value = float;
  using Sum = __m256;
  struct Table {
    __m256 low, high;
  };
  static constexpr Index lanes = 8, registers = 6, bytes = 32;

  [[gnu::always_inline]] static int list(std::uint64_t word, unsigned first, std::uint16_t* out) {
    return list_groups<Level>(word, first, out);
  }
  [[gnu::always_inline]] static void lay_out(const Stream& columns, Index col, Index cols, Index w,
                                             std::byte* out, Index stride) {
    __m256 a = _mm256_setzero_ps(), b = a;
    if (col < cols) {
      const auto* words = reinterpret_cast<const float*>(columns.group(col / 8) + w * 64);
      a = _mm256_load_ps(words);
      b = _mm256_load_ps(words + 8);
    }
    const __m256i half[2] = {in_order(_mm256_shuffle_ps(a, b, 0x88)),
                             in_order(_mm256_shuffle_ps(a, b, 0xdd))};
#pragma GCC unroll 16
    for (int k = 0; k < 16; ++k) {
      const __m256i x = _mm256_srli_epi32(half[k / 8], 4 * (k % 8));
      const __m256i low = _mm256_and_si256(x, _mm256_set1_epi32(7));
      _mm256_store_si256(reinterpret_cast<__m256i*>(out + k * stride),
                         _mm256_or_si256(low, _mm256_slli_epi32(x, 28)));
    }
  }
  [[gnu::always_inline]] static Table restrict_to(const float* sums, unsigned bits) {
    const __m256i kept = _mm256_and_si256(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7),
                                          _mm256_set1_epi32(static_cast<int>(bits)));
    return {_mm256_permutevar8x32_ps(_mm256_load_ps(sums), kept),
            _mm256_permutevar8x32_ps(_mm256_load_ps(sums + (bits & 8)), kept)};
  }
  [[gnu::always_inline]] static Sum start(const float* out) { return _mm256_loadu_ps(out); }
  [[gnu::always_inline]] static Sum add(Sum sum, const Table& table, const std::byte* index) {
    const __m256i i = _mm256_load_si256(reinterpret_cast<const __m256i*>(index));
    return _mm256_add_ps(
        sum, _mm256_blendv_ps(_mm256_permutevar8x32_ps(table.low, i),
                              _mm256_permutevar8x32_ps(table.high, i), _mm256_castsi256_ps(i)));
  }
  [[gnu::always_inline]] static void put(float* out, Sum sum) { _mm256_storeu_ps(out, sum); }

 private:
  [[gnu::always_inline]] static __m256i in_order(__m256 x) {
    return _mm256_permute4x64_epi64(_mm256_castps_si256(x), 0xd8);
  }
};

/// A group's entry is the sum of an entry for its first two bits and of one for its last two.
template <class Level>
struct Avx2WeightedDoubles {
  using Value = double;
  using Sum = __m256d;
  struct Table {
    __m256 first, last;  ///< of four doubles
  };
  static constexpr Index lanes = 4, registers = 6, bytes = 32;

  [[gnu::always_inline]] static int list(std::uint64_t word, unsigned first, std::uint16_t* out) {
    return list_groups<Level>(word, first, out);
  }
  /// Indices of floats, two for a column, for the first two bits; 8 times those for the last two.
  [[gnu::always_inline]] static void lay_out(const Stream& columns, Index col, Index cols, Index w,
                                             std::byte* out, Index stride) {
    __m256i words = _mm256_setzero_si256();
    if (col < cols) {
      words = _mm256_load_si256(
          reinterpret_cast<const __m256i*>(columns.group(col / 8) + w * 64 + col % 8 * 8));
    }
#pragma GCC unroll 16
    for (int k = 0; k < 16; ++k) {
      const __m256i x = _mm256_srli_epi64(words, 4 * k);
      const __m256i low = _mm256_slli_epi64(_mm256_and_si256(x, _mm256_set1_epi64x(3)), 1);
      const __m256i high = _mm256_slli_epi64(_mm256_and_si256(x, _mm256_set1_epi64x(12)), 2);
      const __m256i even = _mm256_or_si256(low, high);
      const __m256i odd = _mm256_or_si256(_mm256_slli_epi64(even, 32),
                                          _mm256_set1_epi64x(std::int64_t{1 + 8} << 32));
      _mm256_store_si256(reinterpret_cast<__m256i*>(out + k * stride), _mm256_or_si256(even, odd));
    }
  }
  [[gnu::always_inline]] static Table restrict_to(const double* sums, unsigned bits) {
    return {_mm256_castpd_ps(_mm256_setr_pd(0, sums[1 & bits], sums[2 & bits], sums[3 & bits])),
            _mm256_castpd_ps(_mm256_setr_pd(0, sums[4 & bits], sums[8 & bits], sums[12 & bits]))};
  }
  [[gnu::always_inline]] static Sum start(const double* out) { return _mm256_loadu_pd(out); }
  [[gnu::always_inline]] static Sum add(Sum sum, const Table& table, const std::byte* index) {
    const __m256i i = _mm256_load_si256(reinterpret_cast<const __m256i*>(index));
    const __m256 first = _mm256_permutevar8x32_ps(table.first, i);
    const __m256 last = _mm256_permutevar8x32_ps(table.last, _mm256_srli_epi32(i, 3));
    return _mm256_add_pd(sum, _mm256_add_pd(_mm256_castps_pd(first), _mm256_castps_pd(last)));
  }
  [[gnu::always_inline]] static void put(double* out, Sum sum) { _mm256_storeu_pd(out, sum); }
};

}  // namespace encke::cpu
