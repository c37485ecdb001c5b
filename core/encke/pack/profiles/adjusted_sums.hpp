#pragma once

#include <encke/contraction/adjusted_sums.hpp>
#include <encke/pack/packed_vectors.hpp>

namespace encke::pack {

/// Zeroed memory for profiles of `fields` values with counts (see AdjustedSums); element is
/// adjusted32 or adjusted64. Throws as profiles().
PackedVectors adjusted_profiles(Element element, Index vectors, Index fields);

/// Packs one vector of such profiles: the values, the counts and the sample's total. Throws
/// Error(inconsistent) as set_profile(), and for a count that is not from 0 to the total, and for a
/// total that is not below a quarter of the root of the element's largest number; Error(internal)
/// as set_profile(), and for another number of counts than values.
void set_adjusted(PackedVectors& to, Index vector, std::span<const double> values,
                  std::span<const double> counts, double total);

/// One value with its counts.
Adjusted<double> adjusted(const PackedVectors& vectors, Index vector, Index field);

}  // namespace encke::pack

namespace encke {

template <>
inline Array<double, 1> margin<AdjustedSums>(const PackedVectors& vectors, Index vector) {
  return {{vectors.sum(vector)}};
}

template <>
inline double element_of<AdjustedSums>(const PackedVectors& vectors, Index vector, Index field) {
  return pack::adjusted(vectors, vector, field).value;
}

}  // namespace encke
