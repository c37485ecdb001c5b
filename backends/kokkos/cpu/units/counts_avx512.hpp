#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <encke/base/function.hpp>
#include <encke/base/index.hpp>

// 512-bit registers of counts that lie side by side: 8 vectors x 8 or 4 fields.

namespace encke::cpu {

// Products with ones, four bytes or two 16-bit numbers of a lane added to it: by name, because of
// the intrinsics GCC 12 makes a copy of each counter, which then do not fit into the registers.

ENCKE_FUNCTION void add_bytes(__m512i& sums, __m512i counts) {
  asm("vpdpbusd %2, %1, %0" : "+v"(sums) : "v"(counts), "v"(_mm512_set1_epi8(1)));
}
ENCKE_FUNCTION void add_halves(__m512i& sums, __m512i counts) {
  asm("vpdpwssd %2, %1, %0" : "+v"(sums) : "v"(counts), "v"(_mm512_set1_epi16(1)));
}

template <class Level>
struct Avx512Counts8 {
  using Register = __m512i;
  using Counter = __m512i;  // 16 sums of 32 bits, two for a vector
  using Cell = std::int32_t;
  static constexpr int element = 8, bytes = 64, lanes = 8;
  static constexpr Index max_words = 128;

  ENCKE_FUNCTION static Register load(const std::byte* p) { return _mm512_load_si512(p); }
  ENCKE_FUNCTION static Register broadcast(const std::byte* p) {
    return _mm512_set1_epi64(*reinterpret_cast<const long long*>(p));
  }
  ENCKE_FUNCTION static Counter start(const Cell*) { return _mm512_setzero_si512(); }
  ENCKE_FUNCTION static void add_min(Counter& c, Register a, Register b) {
    add_bytes(c, _mm512_min_epu8(a, b));
  }
  ENCKE_FUNCTION static void put(Cell* out, Counter halves) {
    const __m512i c = _mm512_add_epi64(halves, _mm512_srli_epi64(halves, 32));
    auto* p = reinterpret_cast<__m256i*>(out);
    _mm256_storeu_si256(p, _mm256_add_epi32(_mm256_loadu_si256(p), _mm512_cvtepi64_epi32(c)));
  }
};

/// Numbers are read less 2^15, as signed ones, of which one instruction adds pairs. A counter
/// starts with what this takes off in all words.
template <class Level>
struct Avx512Counts16 {
  using Register = __m512i;
  using Counter = __m512i;  // 16 sums of 32 bits, two for a vector
  using Cell = std::int32_t;
  static constexpr int element = 8, bytes = 64, lanes = 8;
  static constexpr Index max_words = 128;

  ENCKE_FUNCTION static Register shifted(Register r) {
    return _mm512_xor_si512(r, _mm512_set1_epi16(-0x8000));
  }
  ENCKE_FUNCTION static Register load(const std::byte* p) { return shifted(_mm512_load_si512(p)); }
  ENCKE_FUNCTION static Register broadcast(const std::byte* p) {
    return shifted(_mm512_set1_epi64(*reinterpret_cast<const long long*>(p)));
  }
  ENCKE_FUNCTION static Counter start(const Cell*, Index words) {
    return _mm512_set1_epi32(static_cast<int>(words) * 2 * 0x8000);
  }
  ENCKE_FUNCTION static void add_min(Counter& c, Register a, Register b) {
    add_halves(c, _mm512_min_epi16(a, b));
  }
  ENCKE_FUNCTION static void put(Cell* out, Counter c) { Counts8Of::put(out, c); }

 private:
  using Counts8Of = Avx512Counts8<Level>;
};

}  // namespace encke::cpu
