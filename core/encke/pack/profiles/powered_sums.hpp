#pragma once

#include <encke/contraction/powered_sums.hpp>
#include <encke/pack/packed_vectors.hpp>

namespace encke::pack {

/// Zeroed memory for profiles whose fields have the weights `weight` and whose sums are powered by
/// `exponent` (see PoweredSums); element is powered32 or powered64. Throws as profiles();
/// Error(inconsistent) unless 0 <= exponent <= 1 and all weights are finite and above 0.
PackedVectors powered_profiles(Element element, Index vectors, std::span<const double> weight,
                               double exponent);

/// Packs one vector of such profiles. Throws Error(inconsistent) as set_profile(), and for values
/// that are not 0 but too small for the element's powers; Error(internal) as set_profile().
void set_powered(PackedVectors& to, Index vector, std::span<const double> values);

/// The series of exponent - 1. Powered profiles only.
const PowerSeries& series(const PackedVectors& vectors);

/// One value with its powers.
Powered<double> powered(const PackedVectors& vectors, Index vector, Index field);

}  // namespace encke::pack

namespace encke {

template <>
inline Array<double, 1> margin<PoweredSums>(const PackedVectors& vectors, Index vector) {
  return {{vectors.sum(vector)}};
}

template <>
inline double element_of<PoweredSums>(const PackedVectors& vectors, Index vector, Index field) {
  return pack::powered(vectors, vector, field).value;
}

}  // namespace encke
