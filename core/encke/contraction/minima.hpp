#pragma once

#include <encke/contraction/contraction.hpp>

namespace encke {

/// Sums of field-wise minima of non-negative profiles.
///
/// Floating-point sums depend on their order, so the order is part of the definition. A sum is the
/// sum in float64, in order, of the sums of segments of `segment` consecutive fields (the last may
/// be shorter). Within a segment float64 profiles are summed in field order; float32 profiles are
/// summed in float32, in field order, over chunks of `chunk` fields, and the sums of the chunks are
/// added in float64, in order. Fields may be cut at multiples of `segment`, so that several
/// processes share them. A vector's own sum has the same order, so that it bounds its joint sums
/// with others.
struct Minima {
  static constexpr ContractionId id = ContractionId::minima;
  using element = double;
  using scalar = double;
  using accumulator = double;
  static constexpr int channels = 1;
  static constexpr int chunk = 256;
  static constexpr int segment = 4096;
  static_assert(segment % chunk == 0);

  ENCKE_FUNCTION static constexpr double read(double x, int) { return x; }
  ENCKE_FUNCTION static constexpr double fold(double a, double b) { return a < b ? a : b; }
};

static_assert(Contraction<Minima>);

}  // namespace encke
