#pragma once

#include <encke/metric/allele_counts.hpp>
#include <encke/metric/ascending.hpp>
#include <encke/metric/metric.hpp>

namespace encke {

/// Custom Correlation Coefficient of genotypes: one value for each combination of alleles.
///   2-way: C(a,b)   = k f_ij(a,b)    (1 - g f_i(a)) (1 - g f_j(b))
///   3-way: C(a,b,c) = k f_ijk(a,b,c) (1 - g f_i(a)) (1 - g f_j(b)) (1 - g f_k(c))
/// with f the relative frequencies over the samples present in the vectors concerned.
/// Climer et al., Genetic Epidemiology 38 (2014); Joubert et al., Parallel Computing 84 (2019), equations 1-4.
///
/// The papers have k = 1. With k = 9/2 (the predecessor's released code, the default here) the
/// largest 2-way value is 1. Values lie in [0, k]. The order of the operations below is that of
/// the predecessor, so that values agree with it to the bit.
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
  ENCKE_FUNCTION double value(const Evidence<AlleleCounts, Way>& seen, int cell) const {
    std::int64_t total = 0;
    for (auto count : seen.joint) total += count;
    double present[Way];
    double copies[Way];
    for (int v = 0; v < Way; ++v) {
      const auto& s = seen.single[v];
      present[v] = static_cast<double>((s[0] + s[1]) / 2);
      copies[v] = static_cast<double>(s[(cell >> (Way - 1 - v)) & 1]);
    }
    if (total == 0) return 0;
    const double joint = static_cast<double>(seen.joint[cell]);
    double f[Way];
    double together;
    if (!missing) {
      const double r = 1.0 / present[0];
      for (int v = 0; v < Way; ++v) f[v] = ((1.0 / 2) * r) * copies[v];
      together = ((1.0 / ipow(2, Way)) * r) * joint;
    } else if constexpr (Way == 2) {
      const double small = present[0] < present[1] ? present[0] : present[1];
      const double large = present[0] < present[1] ? present[1] : present[0];
      const double all = static_cast<double>(total);
      const double r = 1.0 / (small * large * all);
      f[0] = ((1.0 / 2) * ((present[1] * all) * r)) * copies[0];
      f[1] = ((1.0 / 2) * ((present[0] * all) * r)) * copies[1];
      together = ((small * large) * r) * joint;
    } else {
      for (int v = 0; v < Way; ++v) f[v] = ((1.0 / 2) * (1.0 / present[v])) * copies[v];
      together = (1.0 / static_cast<double>(total)) * joint;
    }
    return product<Way>(together, f);
  }

  bool complete_only() const { return !missing; }
  bool bounded() const { return multiplier >= 0 && gamma >= 0 && gamma <= 1; }
  double limit() const { return multiplier; }
  double weight(const Array<std::int64_t, 2>& single, int allele) const {
    const auto both = single[0] + single[1];
    return both == 0
               ? 0
               : 1 - gamma * (static_cast<double>(single[allele]) / static_cast<double>(both));
  }

 private:
  // The frequencies enter in ascending order, so that the value does not depend on the order of
  // the vectors.
  template <int Way>
  ENCKE_FUNCTION double product(double together, double* f) const {
    sort_ascending<Way>(f);
    double result = multiplier * together;
    for (int v = 0; v < Way; ++v) result = result * (1 - gamma * f[v]);
    return result;
  }
};

static_assert(MetricFor<Ccc, 2> && MetricFor<Ccc, 3> && Screened<Ccc>);

}  // namespace encke
