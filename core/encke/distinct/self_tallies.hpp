#pragma once

#include <cstdint>
#include <encke/base/array.hpp>
#include <encke/pack/packed_vectors.hpp>

namespace encke {

/// The most cells that a pair of bits or genotypes has.
inline constexpr int most_self_cells = 6;

/// The joint table of a pair of equal vectors (TallyForm::table), which follows from the sums of
/// the one: every product with a presence mask is a sum over the vector itself. Of allele counts,
/// bits and genotype moments.
Array<std::int64_t, most_self_cells> self_tallies(const PackedVectors& vectors, Index vector);

/// True if there are such tables for these elements.
constexpr bool has_self_tallies(ContractionId id) {
  return id == ContractionId::allele_counts || id == ContractionId::allele_bits ||
         id == ContractionId::genotype_moments;
}

}  // namespace encke
