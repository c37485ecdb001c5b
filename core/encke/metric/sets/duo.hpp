#pragma once

#include <encke/contraction/allele_bits.hpp>
#include <encke/metric/correlation.hpp>

namespace encke {

/// The correlation coefficient DUO of bits: the formulas of Ccc for vectors that hold one allele
/// (0 or 1) a sample instead of two, with a value for each combination of bits.
/// From the predecessor's released code, which has k = 4 (the default here).
///
/// With k = 4 the largest 2-way value is 8/9 where nothing is missing. Values lie in [0, k]. The
/// order of the operations is that of the predecessor, so that values agree with it to the bit.
struct Duo {
  using contraction = AlleleBits;
  template <int Way>
  static constexpr int cells = ipow(2, Way);

  double multiplier = 4;
  double gamma = 2.0 / 3.0;
  /// Frequencies over the samples present in each vector, pair and triple; false: every sample is
  /// known to be present.
  bool missing = true;

  template <int Way>
  ENCKE_FUNCTION double value(const Evidence<AlleleBits, Way>& evidence, int cell) const {
    return correlation<1>({multiplier, gamma, missing}, evidence, cell);
  }

  bool complete_only() const { return !missing; }
  bool bounded() const { return multiplier >= 0 && gamma >= 0 && gamma <= 1; }
  double limit() const { return multiplier; }
  double weight(const Array<std::int64_t, 2>& margin, int bit) const {
    return correlation_weight(gamma, margin, bit);
  }
};

static_assert(MetricFor<Duo, 2> && MetricFor<Duo, 3> && HasWeightScreen<Duo>);

}  // namespace encke
