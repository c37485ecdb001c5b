#pragma once

#include <encke/pack/packed_vectors.hpp>
#include <vector>

#include "case.hpp"

namespace encke::bench {

/// The exponent of generalised UniFrac.
inline constexpr double unifrac_exponent = 0.5;

/// The values of one tuple (a vector of each index), in the order of the table's cells, straight
/// from the definition: element by element, in float64, with none of the library's arithmetic.
/// Way is 2 or 3.
template <int Way>
std::vector<double> values_by_definition(MetricName metric, const PackedVectors& vectors,
                                         const Array<Index, Way>& index);

/// Relative difference up to which a value of the library equals the definition's. Float32 sums
/// of up to 256 minima are off by 256 half units in the last place at most.
double tolerance(MetricName metric, Precision precision);

/// True if a and b are equal within a relative difference; two NaN are equal.
bool close(double a, double b, double relative);

}  // namespace encke::bench
