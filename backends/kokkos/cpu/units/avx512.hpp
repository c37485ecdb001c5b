#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <encke/base/function.hpp>
#include <encke/base/index.hpp>

// 512-bit registers with the vector popcount of AVX512_VPOPCNTDQ: 8 vectors x 64 samples.

namespace encke::cpu {

template <class Level>
struct Avx512Bits {
  using Register = __m512i;
  using Counter = __m512i;
  using Total = __m512i;
  using Cell = std::int32_t;
  static constexpr int element = 8, bytes = 64, lanes = 8;
  static constexpr Index max_words = 128;  // three groups of right vectors: 48 KiB

  ENCKE_FUNCTION static Register load(const std::byte* p) { return _mm512_load_si512(p); }
  ENCKE_FUNCTION static Register broadcast(const std::byte* p) {
    return _mm512_set1_epi64(*reinterpret_cast<const long long*>(p));
  }
  ENCKE_FUNCTION static Register both(Register a, Register b) { return _mm512_and_si512(a, b); }
  ENCKE_FUNCTION static Register both_xor(Register z, Register a, Register b) {
    return _mm512_ternarylogic_epi64(z, a, b, 0x60);
  }
  ENCKE_FUNCTION static Register both_xnor(Register z, Register a, Register b) {
    return _mm512_ternarylogic_epi64(z, a, b, 0x90);
  }
  ENCKE_FUNCTION static Register without(Register a, Register b) {
    return _mm512_andnot_si512(a, b);
  }
  ENCKE_FUNCTION static Register majority(Register a, Register b, Register c) {
    return _mm512_ternarylogic_epi64(a, b, c, 0xe8);
  }
  ENCKE_FUNCTION static Register choose(Register which, Register one, Register zero) {
    return _mm512_ternarylogic_epi64(which, one, zero, 0xca);
  }
  ENCKE_FUNCTION static Register less(Register a, Register b, Register lower) {
    return _mm512_ternarylogic_epi64(a, b, lower, 0x8e);
  }
  ENCKE_FUNCTION static Register one_is_less(Register a, Register b, Register a_low) {
    return _mm512_ternarylogic_epi64(a, b, a_low, 0x18);
  }
  ENCKE_FUNCTION static Register differ(Register a, Register b) { return _mm512_xor_si512(a, b); }
  /// ~(carry ^ (a & b)): the next carry of forms::CarriedComplete.
  ENCKE_FUNCTION static Register kept_carry(Register carry, Register a, Register b) {
    return _mm512_ternarylogic_epi64(carry, a, b, 0x87);
  }
  /// kept == carry ? ~negative : carry: what goes out of the lane.
  ENCKE_FUNCTION static Register carry_out(Register kept, Register carry, Register negative) {
    return _mm512_ternarylogic_epi64(kept, carry, negative, 0x4d);
  }
  ENCKE_FUNCTION static Counter start(const Cell*) { return _mm512_setzero_si512(); }
  ENCKE_FUNCTION static void count(Counter& c, Register r) {
    c = _mm512_add_epi64(c, _mm512_popcnt_epi64(r));
  }
  ENCKE_FUNCTION static Total total(Counter c) { return c; }
  ENCKE_FUNCTION static Total minus_twice(Total a, Total b) {
    return _mm512_sub_epi64(a, _mm512_add_epi64(b, b));
  }
  ENCKE_FUNCTION static Total minus(Total a, Index x) {
    return _mm512_sub_epi64(a, _mm512_set1_epi64(x));
  }
  ENCKE_FUNCTION static Total plus_twice(Total a, Total b) {
    return _mm512_add_epi64(a, _mm512_add_epi64(b, b));
  }
  ENCKE_FUNCTION static void add(Cell* out, Total t) {
    auto* p = reinterpret_cast<__m256i*>(out);
    _mm256_storeu_si256(p, _mm256_add_epi32(_mm256_loadu_si256(p), _mm512_cvtepi64_epi32(t)));
  }
  ENCKE_FUNCTION static void write(Cell* out, Total t) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm512_cvtepi64_epi32(t));
  }
  ENCKE_FUNCTION static void subtract(Cell* out, Total t) {
    auto* p = reinterpret_cast<__m256i*>(out);
    _mm256_storeu_si256(p, _mm256_sub_epi32(_mm256_loadu_si256(p), _mm512_cvtepi64_epi32(t)));
  }
};

template <class Level>
struct Avx512Floats {
  using Register = __m512;
  using Counter = __m512;
  using Cell = double;
  static constexpr int element = 4, bytes = 64, lanes = 16;
  static constexpr Index max_words = 4096, chunk = 256;  // Minima::segment, Minima::chunk

  ENCKE_FUNCTION static Register load(const std::byte* p) { return _mm512_load_ps(p); }
  ENCKE_FUNCTION static Register broadcast(const std::byte* p) {
    return _mm512_set1_ps(*reinterpret_cast<const float*>(p));
  }
  ENCKE_FUNCTION static Counter start(const Cell*) { return _mm512_setzero_ps(); }
  ENCKE_FUNCTION static void add_min(Counter& c, Register a, Register b) {
    c = _mm512_add_ps(c, _mm512_min_ps(a, b));
  }
  ENCKE_FUNCTION static void put(Cell* out, Counter c) {
    // One counter at a time: the compiler would take all of them apart first, and keep copies.
    asm volatile("" : "+v"(c));
    const __m512d low = _mm512_cvtps_pd(_mm512_castps512_ps256(c));
    const __m512d high = _mm512_cvtps_pd(_mm512_extractf32x8_ps(c, 1));
    _mm512_storeu_pd(out, _mm512_add_pd(_mm512_loadu_pd(out), low));
    _mm512_storeu_pd(out + 8, _mm512_add_pd(_mm512_loadu_pd(out + 8), high));
  }
};

template <class Level>
struct Avx512Doubles {
  using Register = __m512d;
  using Counter = __m512d;
  using Cell = double;
  static constexpr int element = 8, bytes = 64, lanes = 8;
  static constexpr Index max_words = 4096;  // Minima::segment

  ENCKE_FUNCTION static Register load(const std::byte* p) { return _mm512_load_pd(p); }
  ENCKE_FUNCTION static Register broadcast(const std::byte* p) {
    return _mm512_set1_pd(*reinterpret_cast<const double*>(p));
  }
  ENCKE_FUNCTION static Counter start(const Cell* out) { return _mm512_loadu_pd(out); }
  ENCKE_FUNCTION static void add_min(Counter& c, Register a, Register b) {
    c = _mm512_add_pd(c, _mm512_min_pd(a, b));
  }
  ENCKE_FUNCTION static void put(Cell* out, Counter c) { _mm512_storeu_pd(out, c); }
};

// Minima as those of signed integers: reals that are not negative are ordered as their bits are,
// and -0 is the least integer, so that it stays what it is. Where the pipes of additions are the
// only ones for minima of reals, those of integers run beside them.

template <class Level>
struct Avx512OrderedFloats : Avx512Floats<Level> {
  ENCKE_FUNCTION static void add_min(__m512& c, __m512 a, __m512 b) {
    const __m512i least = _mm512_min_epi32(_mm512_castps_si512(a), _mm512_castps_si512(b));
    c = _mm512_add_ps(c, _mm512_castsi512_ps(least));
  }
};

template <class Level>
struct Avx512OrderedDoubles : Avx512Doubles<Level> {
  ENCKE_FUNCTION static void add_min(__m512d& c, __m512d a, __m512d b) {
    const __m512i least = _mm512_min_epi64(_mm512_castpd_si512(a), _mm512_castpd_si512(b));
    c = _mm512_add_pd(c, _mm512_castsi512_pd(least));
  }
};

}  // namespace encke::cpu
