#pragma once

#include <encke/contraction/allele_bits.hpp>
#include <encke/contraction/allele_counts.hpp>
#include <encke/contraction/count_minima.hpp>
#include <encke/contraction/genotype_moments.hpp>
#include <encke/contraction/genotype_tables.hpp>
#include <encke/contraction/minima.hpp>
#include <encke/contraction/powered_sums.hpp>
#include <encke/contraction/weighted_bits.hpp>
#include <encke/pack/packed_vectors.hpp>

namespace encke {

/// A vector's own sums, one for each channel of the contraction.
template <class C>
Array<typename C::accumulator, C::channels> margin(const PackedVectors& vectors, Index vector);

template <>
inline Array<std::int64_t, 2> margin<AlleleCounts>(const PackedVectors& vectors, Index vector) {
  const Index m = vectors.present_count(vector);
  const Index x = vectors.x_sum(vector);
  return {{m - x, m + x}};
}

template <>
inline Array<std::int64_t, 2> margin<AlleleBits>(const PackedVectors& vectors, Index vector) {
  const Index ones = vectors.x_sum(vector);
  return {{vectors.present_count(vector) - ones, ones}};
}

template <>
inline Array<double, 1> margin<Minima>(const PackedVectors& vectors, Index vector) {
  return {{vectors.sum(vector)}};
}

template <>
inline Array<std::int64_t, 6> margin<GenotypeTables>(const PackedVectors& vectors, Index vector) {
  return vectors.class_counts(vector);
}

template <>
inline Array<std::int64_t, 1> margin<CountMinima>(const PackedVectors& vectors, Index vector) {
  return {{vectors.x_sum(vector)}};
}

template <>
inline Array<std::int64_t, 3> margin<GenotypeMoments>(const PackedVectors& vectors, Index vector) {
  return {{vectors.present_count(vector), vectors.x_sum(vector), vectors.square_sum(vector)}};
}

template <>
inline Array<double, 1> margin<PoweredSums>(const PackedVectors& vectors, Index vector) {
  return {{vectors.sum(vector)}};
}

template <>
inline Array<double, 1> margin<WeightedBits>(const PackedVectors& vectors, Index vector) {
  return {{vectors.sum(vector)}};
}

}  // namespace encke
