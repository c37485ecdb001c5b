#pragma once

#include <encke/contraction/genotype_tables.hpp>
#include <encke/pack/codes.hpp>
#include <encke/pack/packed_vectors.hpp>

namespace encke::pack {

/// Zeroed memory for `vectors` genotype vectors of samples in two classes. Throws as genotypes().
PackedVectors case_control(Index vectors, Index controls, Index cases);

/// As set_genotypes(), for case_control(): of[0] has the codes of the controls, of[1] those of
/// the cases.
void set_classes(PackedVectors& to, Index first, Index count, const Array<CodeMatrix, 2>& of,
                 GenotypeCode code, MissingCode missing = MissingCode::missing);

/// The 64 samples of a word that have genotype 0 or 1 (`plane`, see ClassPlane), or (2) are
/// present.
std::uint64_t class_word(const PackedVectors& vectors, Index vector, Index word, int plane);
/// One genotype, the controls' fields first: 0, 1, 2 or 3 = missing.
std::uint8_t classed_genotype(const PackedVectors& vectors, Index vector, Index field);

}  // namespace encke::pack

namespace encke {

template <>
inline Array<std::int64_t, 6> margin<GenotypeTables>(const PackedVectors& vectors, Index vector) {
  return vectors.class_counts(vector);
}

template <>
inline ClassedGenotype element_of<GenotypeTables>(const PackedVectors& vectors, Index vector,
                                                  Index field) {
  const int of_class = vectors.class_fields(0).contains(field) ? 0 : 1;
  return {Genotype{pack::classed_genotype(vectors, vector, field)}, of_class};
}

}  // namespace encke
