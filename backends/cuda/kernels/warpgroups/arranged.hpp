#pragma once

#include "cuda/kernels/bit_job.hpp"
#include "cuda/kernels/mma_map.hpp"

// Genotypes as products of warpgroups (wgmma, compute capability 9.0) read them from shared memory:
// in core matrices of 8 vectors by 128 bits, 16 bytes of each vector side by side (PTX ISA,
// "Asynchronous Warpgroup Level Matrix Shared Memory Layout", no swizzling). Panels hold one word
// of 8 vectors side by side; so rows and columns are arranged before they are multiplied.

namespace encke::cuda {

inline constexpr int core_vectors = 8, core_bytes = 128;  ///< of a core matrix
inline constexpr int words_of_core = 2;                   ///< of each vector
/// Planes of arranged genotypes: p = [x > 0], then n = [x < 0].
inline constexpr int arranged_planes = 2;

/// Bytes of so many words of a vector once they are arranged.
constexpr Index arranged_bytes(Index words) {
  return divide_up(words, Index{words_of_core}) * arranged_planes * core_bytes / core_vectors;
}

/// Planes z = [x != 0] and n of some groups of 8 vectors become
/// [group][pair of words][plane][vector][2 words]; a word that is missing at the end is 0.
struct ArrangeJob {
  PlaneSet from;
  Index first_word = 0;
  Index words = 0;
  Index groups = 0;
  std::byte* out = nullptr;

  ENCKE_FUNCTION Index pairs() const { return (words + words_of_core - 1) / words_of_core; }
  ENCKE_FUNCTION Index items() const { return groups * pairs() * core_vectors; }
};

struct alignas(16) TwoWords {
  std::uint64_t word[words_of_core];
};

/// One pair of words of one vector.
ENCKE_FUNCTION void arrange_pair(const ArrangeJob& job, Index item) {
  const Index vector = item % core_vectors, pairs = job.pairs();
  const Index pair = item / core_vectors % pairs, group = item / core_vectors / pairs;
  TwoWords positive{}, negative{};
  for (int i = 0; i < words_of_core; ++i) {
    const Index word = pair * words_of_core + i;
    if (word >= job.words) break;
    const auto plane = [&](int p) {
      return *reinterpret_cast<const std::uint64_t*>(
          job.from.plane[p] + group * job.from.group_stride[p] +
          (job.first_word + word) * job.from.word_stride[p] + vector * 8);
    };
    negative.word[i] = plane(1);
    positive.word[i] = plane(0) ^ negative.word[i];
  }
  std::byte* const to =
      job.out + ((group * pairs + pair) * arranged_planes * core_vectors + vector) * 16;
  *reinterpret_cast<TwoWords*>(to) = positive;
  *reinterpret_cast<TwoWords*>(to + core_bytes) = negative;
}

/// One rectangle of rows by columns, of which rows from `first_row` and columns from `first_col` on
/// are arranged: multiples of a tile's.
struct WarpgroupJob {
  const std::byte* left = nullptr;
  const std::byte* right = nullptr;
  Index pairs = 0;  ///< of words
  Index first_row = 0;
  Index first_col = 0;
  Index rows = 0;  ///< of the rectangle
  Index cols = 0;
  Index diagonal = 0;  ///< entries with column <= row + diagonal are not wanted
};

}  // namespace encke::cuda
