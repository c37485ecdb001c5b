#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <encke/base/function.hpp>
#include <encke/base/index.hpp>

// 256-bit registers of counts that lie side by side: 4 vectors x 8 or 4 fields.

namespace encke::cpu {

/// The sum of eight bytes is one instruction: that of absolute differences from zero.
template <class Level>
struct Avx2Counts8 {
  using Register = __m256i;
  using Counter = __m256i;  // 4 sums of 64 bits
  using Cell = std::int32_t;
  static constexpr int element = 8, bytes = 32, lanes = 4;
  static constexpr Index max_words = 128;

  ENCKE_FUNCTION static Register load(const std::byte* p) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(p));
  }
  ENCKE_FUNCTION static Register broadcast(const std::byte* p) {
    return _mm256_set1_epi64x(*reinterpret_cast<const long long*>(p));
  }
  ENCKE_FUNCTION static Counter start(const Cell*) { return _mm256_setzero_si256(); }
  ENCKE_FUNCTION static void add_min(Counter& c, Register a, Register b) {
    c = _mm256_add_epi64(c, _mm256_sad_epu8(_mm256_min_epu8(a, b), _mm256_setzero_si256()));
  }
  ENCKE_FUNCTION static void put(Cell* out, Counter c) {
    auto* p = reinterpret_cast<__m128i*>(out);
    const __m256i order = _mm256_setr_epi32(0, 2, 4, 6, 0, 0, 0, 0);
    const __m128i sums = _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(c, order));
    _mm_storeu_si128(p, _mm_add_epi32(_mm_loadu_si128(p), sums));
  }
};

/// Numbers are read less 2^15, as signed ones, of which one instruction adds pairs. A counter
/// starts with what this takes off in all words.
template <class Level>
struct Avx2Counts16 {
  using Register = __m256i;
  using Counter = __m256i;  // 8 sums of 32 bits, two for a vector
  using Cell = std::int32_t;
  static constexpr int element = 8, bytes = 32, lanes = 4;
  static constexpr Index max_words = 128;

  ENCKE_FUNCTION static Register shifted(Register r) {
    return _mm256_xor_si256(r, _mm256_set1_epi16(-0x8000));
  }
  ENCKE_FUNCTION static Register load(const std::byte* p) {
    return shifted(_mm256_load_si256(reinterpret_cast<const __m256i*>(p)));
  }
  ENCKE_FUNCTION static Register broadcast(const std::byte* p) {
    return shifted(_mm256_set1_epi64x(*reinterpret_cast<const long long*>(p)));
  }
  ENCKE_FUNCTION static Counter start(const Cell*, Index words) {
    return _mm256_set1_epi32(static_cast<int>(words) * 2 * 0x8000);
  }
  ENCKE_FUNCTION static void add_min(Counter& c, Register a, Register b) {
    c = _mm256_add_epi32(c, _mm256_madd_epi16(_mm256_min_epi16(a, b), _mm256_set1_epi16(1)));
  }
  ENCKE_FUNCTION static void put(Cell* out, Counter c) {
    Counts8Of::put(out, _mm256_add_epi64(c, _mm256_srli_epi64(c, 32)));
  }

 private:
  using Counts8Of = Avx2Counts8<Level>;
};

}  // namespace encke::cpu
