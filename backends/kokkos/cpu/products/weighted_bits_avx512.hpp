#pragma once

#include <immintrin.h>

#include "weighted_bits.hpp"

// A shuffle chooses among all 16 sums of a group. It reads the lowest four bits of an index only,
// so that indices are the columns' words, shifted.

namespace encke::cpu {

template <class Level>
struct Avx512WeightedLists {
  [[gnu::always_inline]] static int list(std::uint64_t word, unsigned first, std::uint16_t* out) {
    const __m512i count = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m512i shift =
        _mm512_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28, 0, 4, 8, 12, 16, 20, 24, 28);
    const __m512i halves =
        _mm512_mask_blend_epi32(0xff00, _mm512_set1_epi32(static_cast<int>(word)),
                                _mm512_set1_epi32(static_cast<int>(word >> 32)));
    const __m512i bits = _mm512_and_si512(_mm512_srlv_epi32(halves, shift), _mm512_set1_epi32(15));
    const __m512i groups = _mm512_add_epi32(count, _mm512_set1_epi32(static_cast<int>(first)));
    const __m512i items = _mm512_or_si512(bits, _mm512_slli_epi32(groups, 4));
    const __mmask16 some = _mm512_test_epi32_mask(bits, bits);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out),
                        _mm512_cvtepi32_epi16(_mm512_maskz_compress_epi32(some, items)));
    return __builtin_popcount(some);
  }
};

template <class Level>
struct Avx512WeightedFloats : Avx512WeightedLists<Level> {
  using Value = float;
  using Sum = __m512;
  using Table = __m512;
  static constexpr Index lanes = 16, registers = 6, bytes = 64;

  [[gnu::always_inline]] static void lay_out(const Stream& columns, Index col, Index cols, Index w,
                                             std::byte* out, Index stride) {
    const __m512i even =
        _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const __m512i odd = _mm512_add_epi32(even, _mm512_set1_epi32(1));
    const __m512i a = words_of(columns, col, cols, w), b = words_of(columns, col + 8, cols, w);
    const __m512i half[2] = {_mm512_permutex2var_epi32(a, even, b),
                             _mm512_permutex2var_epi32(a, odd, b)};
#pragma GCC unroll 16
    for (int k = 0; k < 16; ++k) {
      _mm512_store_si512(out + k * stride, _mm512_srli_epi32(half[k / 8], 4 * (k % 8)));
    }
  }
  [[gnu::always_inline]] static Table restrict_to(const float* sums, unsigned bits) {
    const __m512i all = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    return _mm512_permutexvar_ps(_mm512_and_si512(all, _mm512_set1_epi32(static_cast<int>(bits))),
                                 _mm512_load_ps(sums));
  }
  [[gnu::always_inline]] static Sum start(const float* out) { return _mm512_loadu_ps(out); }
  [[gnu::always_inline]] static Sum add(Sum sum, Table table, const std::byte* index) {
    return _mm512_add_ps(sum, _mm512_permutexvar_ps(_mm512_load_si512(index), table));
  }
  [[gnu::always_inline]] static void put(float* out, Sum sum) { _mm512_storeu_ps(out, sum); }

 private:
  [[gnu::always_inline]] static __m512i words_of(const Stream& columns, Index col, Index cols,
                                                 Index w) {
    if (col >= cols) return _mm512_setzero_si512();
    return _mm512_load_si512(columns.group(col / 8) + w * 64);
  }
};

template <class Level>
struct Avx512WeightedDoubles : Avx512WeightedLists<Level> {
  using Value = double;
  using Sum = __m512d;
  struct Table {
    __m512d low, high;
  };
  static constexpr Index lanes = 8, registers = 6, bytes = 64;

  [[gnu::always_inline]] static void lay_out(const Stream& columns, Index col, Index cols, Index w,
                                             std::byte* out, Index stride) {
    __m512i words = _mm512_setzero_si512();
    if (col < cols) words = _mm512_load_si512(columns.group(col / 8) + w * 64);
#pragma GCC unroll 16
    for (int k = 0; k < 16; ++k) {
      _mm512_store_si512(out + k * stride, _mm512_srli_epi64(words, 4 * k));
    }
  }
  [[gnu::always_inline]] static Table restrict_to(const double* sums, unsigned bits) {
    const __m512i kept = _mm512_and_si512(_mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7),
                                          _mm512_set1_epi64(static_cast<long long>(bits)));
    return {_mm512_permutexvar_pd(kept, _mm512_load_pd(sums)),
            _mm512_permutexvar_pd(kept, _mm512_load_pd(sums + (bits & 8)))};
  }
  [[gnu::always_inline]] static Sum start(const double* out) { return _mm512_loadu_pd(out); }
  [[gnu::always_inline]] static Sum add(Sum sum, const Table& table, const std::byte* index) {
    return _mm512_add_pd(sum,
                         _mm512_permutex2var_pd(table.low, _mm512_load_si512(index), table.high));
  }
  [[gnu::always_inline]] static void put(double* out, Sum sum) { _mm512_storeu_pd(out, sum); }
};

}  // namespace encke::cpu
