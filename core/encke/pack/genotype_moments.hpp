#pragma once

#include <encke/contraction/genotype_moments.hpp>
#include <encke/pack/allele_counts.hpp>

namespace encke::pack {

/// As genotypes(), for GenotypeMoments. set_genotypes() packs them.
inline PackedVectors genotype_moments(Index vectors, Index fields) {
  return {Element::genotype_moments, vectors, fields};
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

}  // namespace encke
