#pragma once

#include <cstdint>
#include <encke/base/bits/bit_gather.hpp>
#include <encke/contraction/trait_sums.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <span>
#include <vector>

namespace encke::pack {

/// A trait as TraitSums has it: less its mean, times a power of two and rounded to whole numbers,
/// so that the sum of all has 52 bits at most; of 1,000 samples each has 42. A regression's t does
/// not depend on the mean and the factor.
struct TraitNumbers {
  std::vector<double> trait;
  std::vector<double> square;  ///< rounded to as many bits

  /// Throws Error(inconsistent) unless all numbers are finite and two of them differ.
  static TraitNumbers of(std::span<const double> values);
};

/// Lines of a word of trait_sums vectors: samples with two copies, with none, present samples.
enum TraitPlane : int { two_copies, zero_copies, with_genotype };

/// Zeroed memory for `vectors` vectors of the samples of `of`. Throws as genotypes().
PackedVectors trait_sums(Index vectors, const TraitNumbers& of);

/// Fills vectors with those of `genotypes` (Element::genotype): `to` has as many, and of their
/// samples the `chosen` ones: a BitGather for each word. Throws Error(internal) for other elements.
void set_trait_genotypes(PackedVectors& to, const PackedVectors& genotypes,
                         const std::vector<BitGather>& chosen);

/// One genotype: 0, 1, 2 or 3 = missing.
std::uint8_t trait_genotype(const PackedVectors& vectors, Index vector, Index field);
/// The trait of a field, and its square.
double trait(const PackedVectors& vectors, Index field);
double trait_square(const PackedVectors& vectors, Index field);

}  // namespace encke::pack

namespace encke {

template <>
inline Array<double, 1> margin<TraitSums>(const PackedVectors& vectors, Index vector) {
  return {{vectors.sum(vector)}};
}

template <>
inline TraitGenotype element_of<TraitSums>(const PackedVectors& vectors, Index vector,
                                           Index field) {
  return {Genotype{pack::trait_genotype(vectors, vector, field)}, pack::trait(vectors, field),
          pack::trait_square(vectors, field)};
}

}  // namespace encke
