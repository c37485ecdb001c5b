#pragma once

#include <encke/contraction/genotype_matches.hpp>
#include <encke/contraction/genotype_moments.hpp>
#include <encke/pack/allele_counts.hpp>

namespace encke::pack {

/// As genotypes(), for GenotypeMoments. set_genotypes() packs them.
inline PackedVectors genotype_moments(Index vectors, Index fields) {
  return {Element::genotype_moments, vectors, fields};
}

/// The same for GenotypeMatches, which reads the same of each genotype.
inline PackedVectors genotype_matches(Index vectors, Index fields) {
  return {Element::genotype_matches, vectors, fields};
}

}  // namespace encke::pack

namespace encke {

template <>
inline Array<std::int64_t, 3> margin<GenotypeMoments>(const PackedVectors& vectors, Index vector) {
  return {{vectors.present_count(vector), vectors.x_sum(vector), vectors.square_sum(vector)}};
}

template <>
inline Genotype element_of<GenotypeMoments>(const PackedVectors& vectors, Index vector,
                                            Index field) {
  return Genotype{pack::genotype(vectors, vector, field)};
}

template <>
inline Array<std::int64_t, 3> margin<GenotypeMatches>(const PackedVectors& vectors, Index vector) {
  return margin<GenotypeMoments>(vectors, vector);
}

template <>
inline Genotype element_of<GenotypeMatches>(const PackedVectors& vectors, Index vector,
                                            Index field) {
  return element_of<GenotypeMoments>(vectors, vector, field);
}

}  // namespace encke
