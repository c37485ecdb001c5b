#pragma once

#include <encke/metric/centred_moments.hpp>

namespace encke {

/// Linkage disequilibrium r^2 without phase: the squared Pearson correlation of the copies of
/// allele 1 of two variants, over the samples present in both; in [0, 1].
///   r^2 = (n XX - XM MX)^2 / ((n ZM - XM^2) (n MZ - MX^2)),  n = MM
/// with the sums of GenotypeMoments. NaN where a variant does not vary among these samples. Hill
/// and Robertson, Theoretical and Applied Genetics 38 (1968), of genotypes in place of gametes.
///
/// The three differences are exact in int64, see CentredMoments. Up to n = 94,906,265 they are
/// exact as float64 too. A value takes two multiplications and one division from there, so it is
/// the same for (i, j) and (j, i).
struct RSquared {
  using contraction = GenotypeMoments;
  template <int Way>
  static constexpr int cells = 1;
  /// See HasCorrelationScreen.
  static constexpr bool squared_correlation = true;

  template <int Way>
  requires(Way == 2) ENCKE_FUNCTION
      double value(const Evidence<GenotypeMoments, Way>& evidence, int) const {
    const auto [product, first, second] = centred_moments(evidence);
    if (first == 0 || second == 0) return __builtin_nan("");
    const auto both = static_cast<double>(product);
    return both * both / (static_cast<double>(first) * static_cast<double>(second));
  }
};

static_assert(MetricFor<RSquared, 2> && !MetricFor<RSquared, 3>);
static_assert(HasCorrelationScreen<RSquared>);

}  // namespace encke
