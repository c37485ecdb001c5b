#pragma once

#include <cmath>
#include <encke/metric/centred_moments.hpp>

namespace encke {

/// Linkage disequilibrium r without phase: the Pearson correlation of the copies of allele 1 of two
/// variants, over the samples present in both; in [-1, 1]. Its square is RSquared, but for
/// rounding.
///   r = (n XX - XM MX) / sqrt((n ZM - XM^2) (n MZ - MX^2)),  n = MM
/// with the sums of GenotypeMoments. NaN where a variant does not vary among these samples.
///
/// The three differences are exact (see CentredMoments); a value takes a multiplication, a root and
/// a division from there, so it is the same for (i, j) and (j, i), and never beyond 1.
struct GenotypeCorrelation {
  using contraction = GenotypeMoments;
  template <int Way>
  static constexpr int cells = 1;
  /// See HasCorrelationScreen.
  static constexpr bool correlation = true;

  template <int Way>
  requires(Way == 2) ENCKE_FUNCTION
      double value(const Evidence<GenotypeMoments, Way>& evidence, int) const {
    const auto [product, first, second] = centred_moments(evidence);
    if (first == 0 || second == 0) return __builtin_nan("");
    const auto both = static_cast<double>(product);
    return both / std::sqrt(static_cast<double>(first) * static_cast<double>(second));
  }
};

static_assert(MetricFor<GenotypeCorrelation, 2> && !MetricFor<GenotypeCorrelation, 3>);
static_assert(HasCorrelationScreen<GenotypeCorrelation>);

}  // namespace encke
