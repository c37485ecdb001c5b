#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <encke/base/array.hpp>
#include <encke/base/function.hpp>
#include <encke/base/index.hpp>
#include <encke/pack/panel.hpp>

// The nibbles by which LookupProduct looks up, and their way from the planes of packed vectors into
// the byte lanes of registers.

namespace encke::cpu {

/// Look-ups of a row nibble r and column nibble c; each adds entry(r, c) - bias. A part is a word
/// for each vector whose bytes are two nibbles each.
struct GenotypeNibbles {
  static constexpr int planes = 2, samples = 2, bias = 2;  ///< nibble: 2 bits of z, 2 of s

  static constexpr int x(int nibble, int sample) {
    if ((nibble >> sample & 1) == 0) return 0;
    return (nibble >> (2 + sample) & 1) == 0 ? 1 : -1;
  }
  static constexpr int entry(int r, int c) { return bias + x(r, 0) * x(c, 0) + x(r, 1) * x(c, 1); }

  /// Part p of words of z and s; part 0 has samples 0 and 1 of each four, part 1 the others.
  ENCKE_FUNCTION static __m256i part(int p, __m256i z, __m256i s) {
    const __m256i low = _mm256_set1_epi8(0x33);
    if (p == 0) {
      return _mm256_or_si256(_mm256_and_si256(z, low),
                             _mm256_slli_epi64(_mm256_and_si256(s, low), 2));
    }
    return _mm256_or_si256(_mm256_and_si256(_mm256_srli_epi64(z, 2), low),
                           _mm256_andnot_si256(low, s));
  }
};

struct BitNibbles {
  static constexpr int planes = 1, samples = 4, bias = 0;

  static constexpr int entry(int r, int c) { return __builtin_popcount(r & c); }
  ENCKE_FUNCTION static __m256i part(int, __m256i bits, __m256i) { return bits; }
};

/// Byte c of table r0 + 16 r1: the entries of row nibbles r0 and r1 with column nibble c, the
/// second in the upper half.
template <class Nibbles>
consteval Array<std::uint8_t, 4096> lookup_table() {
  Array<std::uint8_t, 4096> table{};
  for (int rows = 0; rows < 256; ++rows) {
    for (int c = 0; c < 16; ++c) {
      const int first = Nibbles::entry(rows % 16, c), second = Nibbles::entry(rows / 16, c);
      table[16 * rows + c] = static_cast<std::uint8_t>(first + 16 * second);
    }
  }
  return table;
}

/// Words 0, 1, 4, 5 (second = 0) or 2, 3, 6, 7 (second = 1) of the eight that begin there.
template <class Level>
ENCKE_FUNCTION __m256i half_group(const std::byte* words, int second) {
  const auto* from = reinterpret_cast<const __m128i*>(words) + second;
  return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_load_si128(from)),
                                 _mm_load_si128(from + 2), 1);
}

/// Part p of 32 vectors by bytes: lane v of bytes[b] is byte b of vector v. group[g]: the planes of
/// a word of vectors 8g to 8g + 7; null where they do not exist.
template <class Level, class Nibbles>
ENCKE_FUNCTION void part_by_bytes(const std::byte* const (&group)[4], int p, __m256i (&bytes)[8]) {
  // of two vectors in each half of the register: byte 0 of both, byte 1 of both, ...
  const __m256i pairs = _mm256_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15,  //
                                         0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  __m256i low[4], high[4];  // bytes 0 to 3, and 4 to 7, of four vectors in each half
  for (int g = 0; g < 4; ++g) {
    __m256i half[2]{};
    for (int h = 0; h < 2 && group[g] != nullptr; ++h) {
      const __m256i first = half_group<Level>(group[g], h);
      const __m256i second =
          Nibbles::planes == 2 ? half_group<Level>(group[g] + 64, h) : _mm256_setzero_si256();
      half[h] = _mm256_shuffle_epi8(Nibbles::part(p, first, second), pairs);
    }
    low[g] = _mm256_unpacklo_epi16(half[0], half[1]);
    high[g] = _mm256_unpackhi_epi16(half[0], half[1]);
  }
  // halves of vectors 0 to 3 of each group and 4 to 7 of each, into their order
  const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  for (int i = 0; i < 2; ++i) {
    const __m256i(&four)[4] = i == 0 ? low : high;
    const __m256i a = _mm256_unpacklo_epi32(four[0], four[1]);
    const __m256i b = _mm256_unpackhi_epi32(four[0], four[1]);
    const __m256i c = _mm256_unpacklo_epi32(four[2], four[3]);
    const __m256i d = _mm256_unpackhi_epi32(four[2], four[3]);
    bytes[4 * i] = _mm256_permutevar8x32_epi32(_mm256_unpacklo_epi64(a, c), order);
    bytes[4 * i + 1] = _mm256_permutevar8x32_epi32(_mm256_unpackhi_epi64(a, c), order);
    bytes[4 * i + 2] = _mm256_permutevar8x32_epi32(_mm256_unpacklo_epi64(b, d), order);
    bytes[4 * i + 3] = _mm256_permutevar8x32_epi32(_mm256_unpackhi_epi64(b, d), order);
  }
}

/// Tells the caches that these 64 bytes will be read; they need not exist.
template <class Level>
ENCKE_FUNCTION void prefetch(const std::byte* line) {
  _mm_prefetch(reinterpret_cast<const char*>(line), _MM_HINT_T0);
}

/// Calls use(look-up, nibbles) for each eight look-ups of 32 vectors from `first` on over words
/// that `stream` holds; nibbles[k] has look-up + k.
template <class Level, class Nibbles, class Use>
ENCKE_FUNCTION void nibbles_of(const Stream& stream, Index first, Index vectors, Range words,
                               const Use& use) {
  constexpr Index ahead =
      4;  // words; four streams at a time are too many for the caches to foresee
  const __m256i low_half = _mm256_set1_epi8(15);
  Index lookup = 0;
  for (Index w = words.begin; w < words.end; ++w) {
    const std::byte* group[4];
    for (int g = 0; g < 4; ++g) {
      const bool exists = first + 8 * g < vectors;
      group[g] = exists ? stream.group(first / 8 + g) + w * Nibbles::planes * 64 : nullptr;
      for (int line = 0; line < Nibbles::planes && exists; ++line) {
        prefetch<Level>(group[g] + (ahead * Nibbles::planes + line) * 64);
      }
    }
    for (int p = 0; p < Nibbles::planes; ++p) {
      __m256i bytes[8];
      part_by_bytes<Level, Nibbles>(group, p, bytes);
      for (int half = 0; half < 2; ++half, lookup += 8) {
        __m256i nibbles[8];
        for (int b = 0; b < 4; ++b) {
          const __m256i byte = bytes[4 * half + b];
          nibbles[2 * b] = _mm256_and_si256(byte, low_half);
          nibbles[2 * b + 1] = _mm256_and_si256(_mm256_srli_epi16(byte, 4), low_half);
        }
        use(lookup, nibbles);
      }
    }
  }
}

/// Element j of out i is element i of in j: 8 by 8 numbers of 32 bits.
template <class Level>
ENCKE_FUNCTION void transpose_8x8(__m256i (&r)[8]) {
  __m256i s[8];
  for (int i = 0; i < 8; i += 4) {
    const __m256i a = _mm256_unpacklo_epi32(r[i], r[i + 1]);
    const __m256i b = _mm256_unpackhi_epi32(r[i], r[i + 1]);
    const __m256i c = _mm256_unpacklo_epi32(r[i + 2], r[i + 3]);
    const __m256i d = _mm256_unpackhi_epi32(r[i + 2], r[i + 3]);
    s[i] = _mm256_unpacklo_epi64(a, c);
    s[i + 1] = _mm256_unpackhi_epi64(a, c);
    s[i + 2] = _mm256_unpacklo_epi64(b, d);
    s[i + 3] = _mm256_unpackhi_epi64(b, d);
  }
  for (int i = 0; i < 4; ++i) {
    r[i] = _mm256_permute2x128_si256(s[i], s[i + 4], 0x20);
    r[i + 4] = _mm256_permute2x128_si256(s[i], s[i + 4], 0x31);
  }
}

}  // namespace encke::cpu
