#pragma once

#include <encke/contraction/allele_counts.hpp>
#include <encke/pack/codes.hpp>
#include <encke/pack/packed_vectors.hpp>

namespace encke::pack {

/// Zeroed memory for `vectors` genotype vectors of `fields` samples.
/// Throws OutOfMemory; Error(inconsistent) unless 0 <= vectors < 2^32 and 0 <= fields < 2^28.
PackedVectors genotypes(Index vectors, Index fields);

/// Packs `count` genotype vectors from `first` on, for AlleleCounts, GenotypeMoments or
/// GenotypeMatches. Vector v starts at codes + v * stride; it has ceil(fields / 4) bytes; bits
/// beyond `fields` are ignored. `first` and, except at the end, `count` must be multiples of 8
/// (Error(internal) otherwise).
void set_genotypes(PackedVectors& to, Index first, Index count, const std::uint8_t* codes,
                   Index stride, GenotypeCode code, MissingCode missing = MissingCode::missing);

/// One genotype of any of the elements that have them: 0, 1, 2 or 3 = missing.
std::uint8_t genotype(const PackedVectors& vectors, Index vector, Index field);

}  // namespace encke::pack

namespace encke {

template <>
inline Array<std::int64_t, 2> margin<AlleleCounts>(const PackedVectors& vectors, Index vector) {
  const Index m = vectors.present_count(vector);
  const Index x = vectors.x_sum(vector);
  return {{m - x, m + x}};
}

template <>
inline Genotype element_of<AlleleCounts>(const PackedVectors& vectors, Index vector, Index field) {
  return Genotype{pack::genotype(vectors, vector, field)};
}

}  // namespace encke
