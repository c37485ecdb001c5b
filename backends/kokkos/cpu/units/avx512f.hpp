#pragma once

#include "avx512.hpp"

// 512-bit registers of AVX512F alone (Xeon Phi Knights Landing): no popcount, and no operation on
// bytes. Bits are counted within 64-bit lanes: pairs of bits, nibbles and bytes side by side, with
// shifts, masks and sums; bytes are summed once a call.

namespace encke::cpu {

template <class Level>
struct Avx512fBits : Avx512Bits<Level> {
  using Register = __m512i;
  using Counter = __m512i;  // 64 byte counters
  using Total = __m512i;
  using Cell = std::int32_t;
  static constexpr Index max_words = 31;  // a byte holds 31 counts of up to 8

  ENCKE_FUNCTION static __m512i mask(long long lanes) { return _mm512_set1_epi64(lanes); }

  ENCKE_FUNCTION static void count(Counter& c, Register r) {
    const __m512i odd = mask(0x5555555555555555), pair = mask(0x3333333333333333);
    r = _mm512_sub_epi64(r, _mm512_and_si512(_mm512_srli_epi64(r, 1), odd));
    r = _mm512_add_epi64(_mm512_and_si512(r, pair),
                         _mm512_and_si512(_mm512_srli_epi64(r, 2), pair));
    r = _mm512_add_epi64(r, _mm512_srli_epi64(r, 4));
    c = _mm512_add_epi64(c, _mm512_and_si512(r, mask(0x0f0f0f0f0f0f0f0f)));
  }
  ENCKE_FUNCTION static Total total(Counter c) {
    const __m512i bytes = mask(0x00ff00ff00ff00ff), words = mask(0x0000ffff0000ffff);
    c = _mm512_add_epi64(_mm512_and_si512(c, bytes),
                         _mm512_and_si512(_mm512_srli_epi64(c, 8), bytes));
    c = _mm512_add_epi64(c, _mm512_srli_epi64(c, 16));
    c = _mm512_and_si512(c, words);
    return _mm512_and_si512(_mm512_add_epi64(c, _mm512_srli_epi64(c, 32)), mask(0xffffffff));
  }
};

template <class Level>
struct Avx512fFloats : Avx512Floats<Level> {
  ENCKE_FUNCTION static void put(double* out, __m512 c) {
    const __m256d upper = _mm512_extractf64x4_pd(_mm512_castps_pd(c), 1);
    const __m512d low = _mm512_cvtps_pd(_mm512_castps512_ps256(c));
    const __m512d high = _mm512_cvtps_pd(_mm256_castpd_ps(upper));
    _mm512_storeu_pd(out, _mm512_add_pd(_mm512_loadu_pd(out), low));
    _mm512_storeu_pd(out + 8, _mm512_add_pd(_mm512_loadu_pd(out + 8), high));
  }
};

}  // namespace encke::cpu
