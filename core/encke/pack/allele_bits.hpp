#pragma once

#include <encke/contraction/allele_bits.hpp>
#include <encke/pack/codes.hpp>
#include <encke/pack/packed_vectors.hpp>

namespace encke::pack {

/// Zeroed memory for `vectors` vectors of `fields` bits. Throws as genotypes().
PackedVectors bits(Index vectors, Index fields);

/// Packs one vector of `fields` bits: 0, 1, or 2 where the sample is missing.
/// Throws Error(inconsistent) for another number of values or another value; Error(internal)
/// unless these are bits and the vector exists.
void set_bits(PackedVectors& to, Index vector, std::span<const std::uint8_t> values);

/// As set_genotypes(), for bits: whether a genotype has allele 1 at all, which for
/// GenotypeCode::packed is the low bit of the code. MissingCode::het: the missing code stands for
/// 0.
void set_bits_from_codes(PackedVectors& to, Index first, Index count, const std::uint8_t* codes,
                         Index stride, GenotypeCode code,
                         MissingCode missing = MissingCode::missing);

/// One bit, also of weighted bits: 0, 1 or 2 = missing.
std::uint8_t bit(const PackedVectors& vectors, Index vector, Index field);

}  // namespace encke::pack

namespace encke {

template <>
inline Array<std::int64_t, 2> margin<AlleleBits>(const PackedVectors& vectors, Index vector) {
  const Index ones = vectors.x_sum(vector);
  return {{vectors.present_count(vector) - ones, ones}};
}

template <>
inline Bit element_of<AlleleBits>(const PackedVectors& vectors, Index vector, Index field) {
  return Bit{pack::bit(vectors, vector, field)};
}

}  // namespace encke
