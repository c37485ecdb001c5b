#pragma once

#include <encke/pack/packed_vectors.hpp>

namespace encke::io {

/// Makes the own sums of vectors whose planes of bits, and masks, have been written by themselves.
/// Their element is genotypes in any form, or bits, without classes.
void note_plane_sums(PackedVectors& to);

}  // namespace encke::io
