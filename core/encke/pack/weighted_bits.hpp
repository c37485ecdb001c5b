#pragma once

#include <encke/contraction/weighted_bits.hpp>
#include <encke/pack/allele_bits.hpp>

namespace encke::pack {

/// Zeroed memory for vectors of bits whose fields have the weights `weight`; element is
/// weighted_bits32 or weighted_bits64. Throws as genotypes(); Error(inconsistent) unless all
/// weights are finite and above 0, and their sum is at most an eighth of the largest number of the
/// element's weights.
PackedVectors weighted_bits(Element element, Index vectors, std::span<const double> weight);

/// Packs one vector of `fields` bits, 0 or 1. bit() decodes them.
/// Throws Error(inconsistent) for another number of values or another value; Error(internal)
/// unless these are weighted bits and the vector exists.
void set_weighted_bits(PackedVectors& to, Index vector, std::span<const std::uint8_t> values);

/// The weight of a field, as it is stored.
double weight(const PackedVectors& vectors, Index field);

}  // namespace encke::pack

namespace encke {

template <>
inline Array<double, 1> margin<WeightedBits>(const PackedVectors& vectors, Index vector) {
  return {{vectors.sum(vector)}};
}

template <>
inline double element_of<WeightedBits>(const PackedVectors& vectors, Index vector, Index field) {
  return pack::bit(vectors, vector, field) == 0 ? 0 : pack::weight(vectors, field);
}

}  // namespace encke
