#pragma once

#include <encke/metric/contraction.hpp>

namespace encke {

/// Sums of field-wise minima of non-negative profiles.
///
/// Floating-point sums depend on their order, so the order is part of the definition: float64
/// profiles are summed in field order; float32 profiles are summed in float32, in field order,
/// over chunks of `chunk` fields, and the sums of the chunks are added in float64, in order. A
/// vector's own sum has the same order, so that it bounds its joint sums with others.
struct Minima {
  static constexpr ContractionId id = ContractionId::minima;
  using element = double;
  using scalar = double;
  using accumulator = double;
  static constexpr int channels = 1;
  static constexpr int chunk = 256;

  ENCKE_FUNCTION static constexpr double read(double x, int) { return x; }
  ENCKE_FUNCTION static constexpr double fold(double a, double b) { return a < b ? a : b; }
};

static_assert(Contraction<Minima>);

}  // namespace encke
