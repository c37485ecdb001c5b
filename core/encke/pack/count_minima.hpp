#pragma once

#include <encke/contraction/count_minima.hpp>
#include <encke/pack/packed_vectors.hpp>

namespace encke::pack {

/// Zeroed memory for vectors of counts, count2 to count16. Throws as genotypes().
PackedVectors counts(Element element, Index vectors, Index fields);

/// Packs one vector of `fields` counts. Throws Error(inconsistent), and leaves the vector as it
/// was, for another number of values, for one above largest_count(), and for a sum above
/// CountMinima::most_sum; Error(internal) unless these are counts and the vector exists.
void set_counts(PackedVectors& to, Index vector, std::span<const std::uint16_t> values);

/// One count.
std::int32_t count(const PackedVectors& vectors, Index vector, Index field);

}  // namespace encke::pack

namespace encke {

template <>
inline Array<std::int64_t, 1> margin<CountMinima>(const PackedVectors& vectors, Index vector) {
  return {{vectors.x_sum(vector)}};
}

template <>
inline std::int32_t element_of<CountMinima>(const PackedVectors& vectors, Index vector,
                                            Index field) {
  return pack::count(vectors, vector, field);
}

}  // namespace encke
