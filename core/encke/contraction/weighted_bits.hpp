#pragma once

#include <encke/contraction/contraction.hpp>
#include <encke/contraction/minima.hpp>

namespace encke {

/// Sums of the weights of the fields whose bits are set in all vectors. Each field has one weight,
/// for all vectors.
///
/// The order of summation is part of the definition. Fields come in groups of `group`; of weights
/// l and bits b a group adds (l0 b0 + l1 b1) + (l2 b2 + l3 b3), which for each choice of bits is
/// computed once (a table of `entries` numbers). Groups begin at multiples of `group`; fields that
/// do not exist have weight 0. A sum is the sum in float64, in order, of the sums of segments of
/// `segment` fields. Within a segment float64 weights are summed in the order of their groups;
/// float32 weights are summed in float32, in this order, over chunks of `chunk` fields, and the
/// sums of the chunks are added in float64, in order: as many roundings in float32 as in Minima.
///
/// A vector's own sum has the same order. Rounding keeps order, so it bounds the vector's joint
/// sums with others, and equals that with an equal vector to the bit.
struct WeightedBits {
  static constexpr ContractionId id = ContractionId::weighted_bits;
  using element = double;
  using scalar = double;
  using accumulator = double;
  static constexpr int channels = 1;
  static constexpr int group = 4;
  static constexpr int entries = 16;
  static constexpr int chunk = 1024;
  static constexpr int segment = Minima::segment;
  static_assert(segment % chunk == 0 && entries == 1 << group);

  /// The weight where the bit is set, else 0.
  ENCKE_FUNCTION static constexpr double read(double x, int) { return x; }
  ENCKE_FUNCTION static constexpr double fold(double a, double b) { return a < b ? a : b; }
};

static_assert(Contraction<WeightedBits>);

/// What a group of fields adds: the definition, to the bit. `weight`: of its fields; bit i of
/// `bits` is that of field i.
template <class T>
ENCKE_FUNCTION constexpr T group_sum(const T* weight, unsigned bits) {
  const auto of = [&](unsigned field) { return (bits >> field & 1) != 0 ? weight[field] : T{0}; };
  return (of(0) + of(1)) + (of(2) + of(3));
}

}  // namespace encke
