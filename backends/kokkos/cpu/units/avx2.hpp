#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <encke/base/function.hpp>
#include <encke/base/index.hpp>

// 256-bit registers without a vector popcount: bits are counted in byte lanes by table look-up
// (W. Mula, N. Kurz, D. Lemire, Computer Journal 61 (2018)), and bytes are summed once a call.

namespace encke::cpu {

template <class Level>
struct Avx2Bits {
  using Register = __m256i;
  using Counter = __m256i;  // 32 byte counters
  using Total = __m256i;    // 4 counts of 64 bits
  using Cell = std::int32_t;
  static constexpr int element = 8, bytes = 32, lanes = 4;
  static constexpr Index max_words = 31;  // a byte holds 31 counts of up to 8

  ENCKE_FUNCTION static Register load(const std::byte* p) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(p));
  }
  ENCKE_FUNCTION static Register broadcast(const std::byte* p) {
    return _mm256_set1_epi64x(*reinterpret_cast<const long long*>(p));
  }
  ENCKE_FUNCTION static Register both(Register a, Register b) { return _mm256_and_si256(a, b); }
  ENCKE_FUNCTION static Register both_xor(Register z, Register a, Register b) {
    return _mm256_and_si256(z, _mm256_xor_si256(a, b));
  }
  ENCKE_FUNCTION static Register both_xnor(Register z, Register a, Register b) {
    return _mm256_andnot_si256(_mm256_xor_si256(a, b), z);
  }
  ENCKE_FUNCTION static Register without(Register a, Register b) {
    return _mm256_andnot_si256(a, b);
  }
  ENCKE_FUNCTION static Register majority(Register a, Register b, Register c) {
    return _mm256_or_si256(_mm256_and_si256(a, b), _mm256_and_si256(_mm256_or_si256(a, b), c));
  }
  ENCKE_FUNCTION static Register choose(Register which, Register one, Register zero) {
    return _mm256_or_si256(_mm256_and_si256(which, one), _mm256_andnot_si256(which, zero));
  }
  ENCKE_FUNCTION static Register less(Register a, Register b, Register lower) {
    const __m256i differ = _mm256_xor_si256(a, b);
    return choose(differ, b, lower);
  }
  ENCKE_FUNCTION static Register one_is_less(Register a, Register b, Register a_low) {
    return _mm256_and_si256(_mm256_xor_si256(a, b), _mm256_xor_si256(a, a_low));
  }
  ENCKE_FUNCTION static Counter start(const Cell*) { return _mm256_setzero_si256(); }
  ENCKE_FUNCTION static void count(Counter& c, Register r) {
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                           0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i nibble = _mm256_set1_epi8(15);
    const __m256i low = _mm256_and_si256(r, nibble);
    const __m256i high = _mm256_and_si256(_mm256_srli_epi16(r, 4), nibble);
    c = _mm256_add_epi8(
        c, _mm256_add_epi8(_mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high)));
  }
  ENCKE_FUNCTION static Total total(Counter c) {
    return _mm256_sad_epu8(c, _mm256_setzero_si256());
  }
  ENCKE_FUNCTION static Total minus_twice(Total a, Total b) {
    return _mm256_sub_epi64(a, _mm256_add_epi64(b, b));
  }
  ENCKE_FUNCTION static Total plus_twice(Total a, Total b) {
    return _mm256_add_epi64(a, _mm256_add_epi64(b, b));
  }
  ENCKE_FUNCTION static __m128i narrow(Total t) {
    const __m256i order = _mm256_setr_epi32(0, 2, 4, 6, 0, 0, 0, 0);
    return _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(t, order));
  }
  ENCKE_FUNCTION static void add(Cell* out, Total t) {
    auto* p = reinterpret_cast<__m128i*>(out);
    _mm_storeu_si128(p, _mm_add_epi32(_mm_loadu_si128(p), narrow(t)));
  }
  ENCKE_FUNCTION static void subtract(Cell* out, Total t) {
    auto* p = reinterpret_cast<__m128i*>(out);
    _mm_storeu_si128(p, _mm_sub_epi32(_mm_loadu_si128(p), narrow(t)));
  }
};

template <class Level>
struct Avx2Floats {
  using Register = __m256;
  using Counter = __m256;
  using Cell = double;
  static constexpr int element = 4, bytes = 32, lanes = 8;
  static constexpr Index max_words = 4096, chunk = 256;  // Minima::segment, Minima::chunk

  ENCKE_FUNCTION static Register load(const std::byte* p) {
    return _mm256_load_ps(reinterpret_cast<const float*>(p));
  }
  ENCKE_FUNCTION static Register broadcast(const std::byte* p) {
    return _mm256_set1_ps(*reinterpret_cast<const float*>(p));
  }
  ENCKE_FUNCTION static Counter start(const Cell*) { return _mm256_setzero_ps(); }
  ENCKE_FUNCTION static void add_min(Counter& c, Register a, Register b) {
    // As integers, which order reals >= 0 alike: see Avx512OrderedFloats.
    const __m256i least = _mm256_min_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b));
    c = _mm256_add_ps(c, _mm256_castsi256_ps(least));
  }
  ENCKE_FUNCTION static void put(Cell* out, Counter c) {
    const __m256d low = _mm256_cvtps_pd(_mm256_castps256_ps128(c));
    const __m256d high = _mm256_cvtps_pd(_mm256_extractf128_ps(c, 1));
    _mm256_storeu_pd(out, _mm256_add_pd(_mm256_loadu_pd(out), low));
    _mm256_storeu_pd(out + 4, _mm256_add_pd(_mm256_loadu_pd(out + 4), high));
  }
};

template <class Level>
struct Avx2Doubles {
  using Register = __m256d;
  using Counter = __m256d;
  using Cell = double;
  static constexpr int element = 8, bytes = 32, lanes = 4;
  static constexpr Index max_words = 4096;  // Minima::segment

  ENCKE_FUNCTION static Register load(const std::byte* p) {
    return _mm256_load_pd(reinterpret_cast<const double*>(p));
  }
  ENCKE_FUNCTION static Register broadcast(const std::byte* p) {
    return _mm256_set1_pd(*reinterpret_cast<const double*>(p));
  }
  ENCKE_FUNCTION static Counter start(const Cell* out) { return _mm256_loadu_pd(out); }
  ENCKE_FUNCTION static void add_min(Counter& c, Register a, Register b) {
    c = _mm256_add_pd(c, _mm256_min_pd(a, b));
  }
  ENCKE_FUNCTION static void put(Cell* out, Counter c) { _mm256_storeu_pd(out, c); }
};

}  // namespace encke::cpu
