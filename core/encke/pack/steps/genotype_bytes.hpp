#pragma once

#include <encke/pack/packed_vectors.hpp>
#include <encke/pack/steps/split_bytes.hpp>

namespace encke::pack {

/// As set_genotypes(), of bytes that are numbers: those of `to`'s fields, and vectors from `first`
/// on. False, with these vectors undefined, where a byte is no genotype; nor is one from 128 on
/// unless samples `may_miss`.
bool set_genotypes_of_bytes(PackedVectors& to, Index first, const ByteGenotypes& from,
                            bool may_miss);

}  // namespace encke::pack
