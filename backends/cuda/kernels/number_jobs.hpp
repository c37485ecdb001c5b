#pragma once

#include <cstring>

#include "number_terms.hpp"

// What a device does on the route by numbers: fields are expanded, a library multiplies, and sums
// of floats become integers.

namespace encke::cuda {

/// What fields become, and so how their products are made. -1, 0 and 1 are exact in each, and so
/// are their products.
enum class Numbers {
  none,  ///< single bits, multiplied by kernels of our own
  int8,  ///< a byte; sums of 32-bit integers
  fp8,   ///< a byte, e4m3; sums of float32
  fp4,   ///< half a byte, e2m1; sums of float32. Each 16 fields have a scale, which is 1
};

constexpr bool are_floats(Numbers numbers) {
  return numbers == Numbers::fp8 || numbers == Numbers::fp4;
}
/// Bytes of the 64 fields of a word.
ENCKE_FUNCTION constexpr Index bytes_of_word(Numbers numbers) {
  return numbers == Numbers::fp4 ? 32 : 64;
}

/// 1.0 as a scale, which is an unsigned e4m3.
inline constexpr std::uint8_t scale_of_one = 0x38;
/// Bytes of the scales of `vectors` vectors of `k` fields: the library has them in tiles of 128
/// vectors by 64 fields.
constexpr Index scale_bytes(Index vectors, Index k) {
  return round_up(vectors, 128) * (round_up(k, 64) / 16);
}

/// Expands words [first_word, first_word + words) of vectors: [vector][field], 64 fields a word.
struct ExpandJob {
  PlaneSet from;
  NumberTerm term;
  Numbers numbers = Numbers::int8;
  Index first_word = 0;
  Index words = 0;
  Index vectors = 0;         ///< a multiple of 8
  std::byte* out = nullptr;  ///< on a multiple of 16 bytes

  ENCKE_FUNCTION Index items() const { return vectors * words * 4; }
};

/// Sixteen fields of a word that become 1 and -1, as bits.
struct SixteenFields {
  std::uint32_t one = 0, minus_one = 0;
};

ENCKE_FUNCTION SixteenFields sixteen_fields(const ExpandJob& job, Index vector, Index word,
                                            Index quarter) {
  std::uint32_t plane[PlaneSet::most] = {};
  const int planes = job.term.kind == NumberKind::level ? job.term.planes : 2;
  for (int p = 0; p < PlaneSet::most; ++p) {
    const bool wanted = job.term.kind == NumberKind::plane ? p == job.term.which : p < planes;
    if (!wanted) continue;
    const auto whole = *reinterpret_cast<const std::uint64_t*>(
        job.from.plane[p] + vector / 8 * job.from.group_stride[p] +
        (job.first_word + word) * job.from.word_stride[p] + vector % 8 * 8);
    plane[p] = static_cast<std::uint32_t>(whole >> 16 * quarter & 0xffff);
  }
  if (job.term.kind == NumberKind::ternary) return {plane[0] ^ plane[1], plane[1]};
  if (job.term.kind == NumberKind::plane) return {plane[job.term.which], 0};
  std::uint32_t one = 0xffff;
  for (int b = 0; b < planes; ++b) {
    one = (job.term.which >> b & 1) != 0 ? plane[b] & one : plane[b] | one;
  }
  return {one, 0};
}

/// One of four quarters of a word: sixteen fields. Neighbouring items write side by side.
ENCKE_FUNCTION void expand_quarter(const ExpandJob& job, Index item) {
  const Index quarter = item % 4;
  const Index word = item / 4 % job.words;
  const Index vector = item / (4 * job.words);
  const SixteenFields fields = sixteen_fields(job, vector, word, quarter);
  const bool two_a_byte = job.numbers == Numbers::fp4;
  // no field is both, so that its code is the sum
  const std::uint32_t one = two_a_byte ? 0x2U : job.numbers == Numbers::fp8 ? 0x38U : 0x01U;
  const std::uint32_t minus_one = two_a_byte ? 0xaU : job.numbers == Numbers::fp8 ? 0xb8U : 0xffU;
  struct alignas(16) Sixteen {
    std::uint8_t byte[16];
  };
  Sixteen sixteen;
  for (int i = 0; i < 16; ++i) {
    sixteen.byte[i] = static_cast<std::uint8_t>((fields.one >> i & 1) * one +
                                                (fields.minus_one >> i & 1) * minus_one);
  }
  std::byte* const out = job.out + (vector * job.words + word) * bytes_of_word(job.numbers);
  if (!two_a_byte) {
    *reinterpret_cast<Sixteen*>(out + 16 * quarter) = sixteen;
    return;
  }
  std::uint64_t eight = 0;
  for (int i = 0; i < 16; ++i) eight |= static_cast<std::uint64_t>(sixteen.byte[i]) << 4 * i;
  *reinterpret_cast<std::uint64_t*>(out + 8 * quarter) = eight;
}

/// out[row][col] (+)= sum over k of left[row][k] right[col][k].
struct NumberJob {
  Numbers numbers = Numbers::int8;
  const std::byte* left = nullptr;
  const std::byte* right = nullptr;
  const std::byte* scales = nullptr;  ///< fp4: ones, for the more of rows and columns
  Index k = 0;                        ///< a multiple of 64
  Index rows = 0;                     ///< multiples of 16
  Index cols = 0;
  void* out = nullptr;  ///< 32-bit integers; of floats, float32
  Index row_stride = 0;
  bool add = false;  ///< to what is there
};

/// Sums of floats that are whole numbers become tallies.
struct ConvertJob {
  const void* from = nullptr;  ///< `count` float32
  std::int32_t* to = nullptr;  ///< may be where they are
  Index count = 0;
  bool add = false;  ///< to what is there, which is then elsewhere
};

ENCKE_FUNCTION void convert_sum(const ConvertJob& job, Index item) {
  float sum;
  memcpy(&sum, static_cast<const std::byte*>(job.from) + 4 * item, sizeof sum);
  const auto whole = static_cast<std::int32_t>(sum);
  job.to[item] = job.add ? job.to[item] + whole : whole;
}

}  // namespace encke::cuda
