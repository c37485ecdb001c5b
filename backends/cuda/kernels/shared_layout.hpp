#pragma once

#include <encke/base/function.hpp>

#include "mma_map.hpp"

// Shared memory of one stage: [plane][group of 8 vectors][word][64 bytes], as panels have it
// (pack/panel.hpp) but for the planes. 16 bytes are a chunk: one word of two vectors. The chunks of
// words 2 and 3 of each four are swapped in pairs, so that the eight lanes that read at the same
// time hit all 32 banks once.

namespace encke::cuda {

inline constexpr int stage_words = 8;  ///< of each vector: 512 bits, two instructions
inline constexpr int most_stages = 3;  ///< of copies under way and at work
/// A block's shared memory, at most: capabilities 8.6, 8.9 and 12.0 have no more than 99 KiB.
inline constexpr int most_shared_bytes = 99 * 1024;
inline constexpr int chunk_bytes = 16;
inline constexpr int chunks_of_word = 4;

/// Byte of a chunk in a stage; `row`: of groups, all planes one after the other.
ENCKE_FUNCTION constexpr int shared_offset(int row, int word, int chunk) {
  const int swapped = chunk ^ (word >> 1 & 1) << 1;
  return ((row * stage_words + word) * chunks_of_word + swapped) * chunk_bytes;
}

/// What a lane reads for sixteen vectors, two groups, of a plane: which group, word and chunk.
struct FragmentPlace {
  int group;
  int word;
  int chunk;
};
ENCKE_FUNCTION constexpr FragmentPlace fragment_place(int lane) {
  return {quad_of(lane) / 4, in_quad(lane), quad_of(lane) % 4};
}

}  // namespace encke::cuda
