#pragma once

#include <cstddef>
#include <cstdint>
#include <encke/base/function.hpp>
#include <encke/base/index.hpp>

namespace encke {

/// Planes of packed genotypes. x = copies of allele 1 minus 1: nonzero [x != 0], negative [x < 0]
/// (a subset of nonzero), present [not missing]. Padding is zero in all three.
enum GenotypePlane : int { nonzero = 0, negative = 1, present = 2 };

/// Planes of packed genotypes of two classes: [no copy of allele 1], [one copy], present. Padding
/// is zero in all three.
enum ClassPlane : int { no_copy = 0, one_copy = 1 };

/// Group-interleaved words of a block of vectors. Vectors are stored in groups 64 bytes across:
/// word w of plane p of the eight (uint64, double) or sixteen (float) vectors of a group lie side
/// by side, so that one register holds one word of a whole group. A stream of n planes has
/// [group][word][plane 0 … n-1][64 bytes].
struct Stream {
  const std::byte* data = nullptr;
  Index group_stride = 0;  ///< bytes from one group to the next

  ENCKE_FUNCTION const std::byte* group(Index g) const { return data + g * group_stride; }
};

/// A view of packed vectors: what a backend works on.
struct Panel {
  Stream values;      ///< genotypes: two planes; bits, reals: one plane; counts: see count_planes()
  Stream mask;        ///< genotypes, bits: plane present; no data where nothing is missing
  Index vectors = 0;  ///< vectors that exist; groups are padded with zeros
  Index fields = 0;   ///< samples or features
  Index words = 0;    ///< words of a vector: fields for reals, else ceil(fields / fields_of_word())
  int lanes = 0;      ///< vectors of a group: 8 or 16

  bool complete() const { return mask.data == nullptr; }
};

}  // namespace encke
