#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <encke/pack/codes.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <vector>

namespace encke {

/// Two-bit codes of eight vectors (one group), to be split into bit planes.
struct CodeRows {
  const std::uint8_t* row[8];  ///< the same row again for vectors that do not exist
  Index fields = 0;
  GenotypeCode code = GenotypeCode::bed;
};

/// Planes of a group and what was counted on the way.
struct CodePlanes {
  std::uint64_t* signs;  ///< [word][nonzero, negative][8]
  std::uint64_t* mask;   ///< [word][8]; null: the presence masks are not wanted
  Index nonzero[8] = {};
  Index negative[8] = {};
  Index missing[8] = {};
};

/// Splits all words of a group; bits beyond the last field are zero in every plane.
using SplitCodes = void (*)(const CodeRows& from, CodePlanes& to);

/// The forms of it that this CPU runs, from the reference to the fastest. All give the same bits.
std::vector<SplitCodes> split_codes_forms();

/// The fastest.
void split_codes(const CodeRows& from, CodePlanes& to);

/// Throws Error(internal) unless the vectors have this element, and those from `first` on, `count`
/// of them, are whole groups of 8 (or the last ones) that exist: others of a group would be lost.
void check_groups(const PackedVectors& to, Element expected, Index first, Index count);

}  // namespace encke
