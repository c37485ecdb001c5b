#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <encke/base/function.hpp>
#include <encke/base/index.hpp>

// Planes of bits as signed bytes, laid out as ByteProduct multiplies them: a row is 64 samples of a
// vector; columns are 4 samples of each of 16 vectors, 16 times.

namespace encke::cpu {

/// A word of a plane of 16 vectors, as two registers of 32 samples each.
template <class Level>
struct Avx512Halves {
  __m512i half[2];

  /// Of two groups of eight vectors; a group that is null has zeros.
  ENCKE_FUNCTION static Avx512Halves of(const std::byte* const (&groups)[2], Index plane) {
    __m512i words[2];
    for (int g = 0; g < 2; ++g) {
      words[g] =
          groups[g] == nullptr ? _mm512_setzero_si512() : _mm512_load_si512(groups[g] + plane * 64);
    }
    const __m512i even =
        _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const __m512i odd = _mm512_add_epi32(even, _mm512_set1_epi32(1));
    return {{_mm512_permutex2var_epi32(words[0], even, words[1]),
             _mm512_permutex2var_epi32(words[0], odd, words[1])}};
  }

  /// The lowest four bits of each vector as bytes 0 and 1.
  ENCKE_FUNCTION static __m512i bytes(__m512i bits) {
    const __m512i table = _mm512_setr_epi32(0, 1, 1 << 8, 0x101, 1 << 16, 0x10001, 0x10100, 0x10101,
                                            1 << 24, 0x1000001, 0x1000100, 0x1000101, 0x1010000,
                                            0x1010001, 0x1010100, 0x1010101);
    return _mm512_permutexvar_epi32(bits, table);  // which reads four bits of an index
  }
};

/// One plane: bits, or masks. Bytes are 0 and 1.
template <class Level>
struct Avx512BitBytes {
  static constexpr Index planes = 1;

  /// `word`: of the vector; the next plane's lies 64 bytes behind.
  ENCKE_FUNCTION static void row(const std::byte* word, std::byte* to) {
    const auto bits = *reinterpret_cast<const std::uint64_t*>(word);
    _mm512_store_si512(to, _mm512_sub_epi8(_mm512_setzero_si512(), _mm512_movm_epi8(bits)));
  }
  ENCKE_FUNCTION static void columns(const std::byte* const (&groups)[2], std::byte* to) {
    const auto words = Avx512Halves<Level>::of(groups, 0);
    for (__m512i bits : words.half) {
      for (int four = 0; four < 8; ++four, to += 64) {
        _mm512_store_si512(to, Avx512Halves<Level>::bytes(bits));
        bits = _mm512_srli_epi32(bits, 4);
      }
    }
  }
};

/// Planes z and s of genotypes. Bytes are x: -1, 0 and 1.
template <class Level>
struct Avx512GenotypeBytes {
  static constexpr Index planes = 2;

  ENCKE_FUNCTION static void row(const std::byte* word, std::byte* to) {
    const auto z = *reinterpret_cast<const std::uint64_t*>(word);
    const auto n = z & *reinterpret_cast<const std::uint64_t*>(word + 64);
    _mm512_store_si512(to, _mm512_sub_epi8(_mm512_movm_epi8(n), _mm512_movm_epi8(z & ~n)));
  }
  ENCKE_FUNCTION static void columns(const std::byte* const (&groups)[2], std::byte* to) {
    using Halves = Avx512Halves<Level>;
    const auto nonzero = Halves::of(groups, 0), negative = Halves::of(groups, 1);
    for (int half = 0; half < 2; ++half) {
      __m512i n = _mm512_and_si512(nonzero.half[half], negative.half[half]);
      __m512i p = _mm512_xor_si512(nonzero.half[half], n);
      for (int four = 0; four < 8; ++four, to += 64) {
        _mm512_store_si512(to, _mm512_sub_epi8(Halves::bytes(p), Halves::bytes(n)));
        n = _mm512_srli_epi32(n, 4);
        p = _mm512_srli_epi32(p, 4);
      }
    }
  }

  /// Adds the samples of each vector of a group in which x is 1.
  ENCKE_FUNCTION static void add_positive(const std::byte* group, std::int64_t* counts) {
    const __m512i p = _mm512_andnot_si512(_mm512_load_si512(group + 64), _mm512_load_si512(group));
    auto* const to = reinterpret_cast<__m512i*>(counts);
    _mm512_storeu_si512(to, _mm512_add_epi64(_mm512_loadu_si512(to), _mm512_popcnt_epi64(p)));
  }
};

}  // namespace encke::cpu
