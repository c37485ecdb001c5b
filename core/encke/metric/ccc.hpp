#pragma once

#include <encke/contraction/allele_counts.hpp>
#include <encke/metric/correlation.hpp>

namespace encke {

/// Custom Correlation Coefficient of genotypes: one value for each combination of alleles.
///   2-way: C(a,b)   = k f_ij(a,b)    (1 - g f_i(a)) (1 - g f_j(b))
///   3-way: C(a,b,c) = k f_ijk(a,b,c) (1 - g f_i(a)) (1 - g f_j(b)) (1 - g f_k(c))
/// with f the relative frequencies over the samples present in the vectors concerned.
/// Climer et al., Genetic Epidemiology 38 (2014); Joubert et al., Parallel Computing 84 (2019),
/// equations 1-4.
///
/// The papers have k = 1. With k = 9/2 (the predecessor's released code, the default here) the
/// largest 2-way value is 1. Values lie in [0, k]. The order of the operations is that of the
/// predecessor, so that values agree with it to the bit.
struct Ccc {
  using contraction = AlleleCounts;
  template <int Way>
  static constexpr int cells = ipow(2, Way);

  double multiplier = 4.5;
  double gamma = 2.0 / 3.0;
  /// Frequencies over the samples present in each vector, pair and triple (the predecessor's
  /// "sparse" form). False: every sample is known to be present; the same values up to rounding.
  bool missing = true;

  template <int Way>
  ENCKE_FUNCTION double value(const Evidence<AlleleCounts, Way>& evidence, int cell) const {
    return correlation<2>({multiplier, gamma, missing}, evidence, cell);
  }

  bool complete_only() const { return !missing; }
  bool bounded() const { return multiplier >= 0 && gamma >= 0 && gamma <= 1; }
  double limit() const { return multiplier; }
  double weight(const Array<std::int64_t, 2>& margin, int allele) const {
    return correlation_weight(gamma, margin, allele);
  }
};

static_assert(MetricFor<Ccc, 2> && MetricFor<Ccc, 3> && HasWeightScreen<Ccc>);

}  // namespace encke
