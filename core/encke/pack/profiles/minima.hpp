#pragma once

#include <encke/contraction/minima.hpp>
#include <encke/pack/packed_vectors.hpp>

namespace encke::pack {

/// Zeroed memory for profiles of `fields` reals; element is float32 or float64.
/// Throws OutOfMemory; Error(inconsistent) unless 0 <= vectors < 2^32 and 0 <= fields < 2^31.
PackedVectors profiles(Element element, Index vectors, Index fields);

/// Packs one vector of `fields` reals (rounded to float32 where that is the element).
/// Throws Error(inconsistent), and leaves the vector as it was, for another number of values and
/// for values whose sum exceeds an eighth of the element's largest number: sums over a tuple of
/// vectors could overflow; Error(internal) unless these are profiles and the vector exists.
void set_profile(PackedVectors& to, Index vector, std::span<const double> values);
void set_profile(PackedVectors& to, Index vector, std::span<const float> values);

/// One real, also of powered profiles.
double real(const PackedVectors& vectors, Index vector, Index field);
/// The same of any plane.
double stored_real(const PackedVectors& vectors, Index vector, Index field, int plane);

/// Throws Error(internal) unless the vectors are reals and `vector` is one of them;
/// Error(inconsistent) for another number of values than fields.
void check_profile(const PackedVectors& vectors, Index vector, std::size_t values);

}  // namespace encke::pack

namespace encke {

template <>
inline Array<double, 1> margin<Minima>(const PackedVectors& vectors, Index vector) {
  return {{vectors.sum(vector)}};
}

template <>
inline double element_of<Minima>(const PackedVectors& vectors, Index vector, Index field) {
  return pack::real(vectors, vector, field);
}

}  // namespace encke
