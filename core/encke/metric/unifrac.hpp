#pragma once

#include <encke/contraction/adjusted_sums.hpp>
#include <encke/contraction/minima.hpp>
#include <encke/contraction/powered_sums.hpp>
#include <encke/contraction/weighted_bits.hpp>
#include <encke/metric/metric.hpp>

// Distances of samples on a tree (UniFrac). Vectors are samples, fields are the tree's branches.
// Lozupone & Knight, Appl. Environ. Microbiol. 71 (2005), 73 (2007); Chen et al., Bioinformatics 28
// (2012). With l the length of a branch and u, v the shares of the samples' counts below it:
//   unweighted             sum l [u xor v] / sum l [u or v]
//   weighted normalised    sum l |u - v| / sum l (u + v)
//   weighted unnormalised  sum l |u - v|
//   generalised            sum l (u + v)^(a-1) |u - v| / sum l (u + v)^a
// Variance adjusted (Chang, Luan & Sun, BMC Bioinformatics 12 (2011)) each branch of the first
// three has the weight 1 / sqrt(k (m - k)) besides, with k the counts of both samples below the
// branch and m their totals. The first follows from the summed length of the branches that both
// samples have, the next two from the sum of minima of the profiles l u.

namespace encke {

/// Unweighted UniFrac, of bits [u > 0] with the weights l; in [0, 1]. Exactly 0 for equal samples
/// and exactly 1 for samples that share no branch, see WeightedBits.
struct UnweightedUnifrac {
  static constexpr bool dissimilarity = true;
  using contraction = WeightedBits;
  template <int Way>
  static constexpr int cells = 1;

  /// Value of two empty samples, where the definition gives 0/0.
  double empty = __builtin_nan("");

  template <int Way>
  requires(Way == 2) ENCKE_FUNCTION
      double value(const Evidence<WeightedBits, Way>& evidence, int) const {
    const double both = evidence.margin[0][0] + evidence.margin[1][0];
    if (both == 0) return empty;
    const double shared = evidence.joint[0];
    return (both - 2 * shared) / (both - shared);
  }
};

/// Weighted UniFrac, of the profiles l u; normalised, it is 1 - Proportional Similarity, in [0, 1].
struct WeightedUnifrac {
  static constexpr bool dissimilarity = true;
  using contraction = Minima;
  template <int Way>
  static constexpr int cells = 1;

  bool normalized = true;
  double empty = __builtin_nan("");  ///< normalised: value of two empty samples; else it is 0

  template <int Way>
  requires(Way == 2) ENCKE_FUNCTION double value(const Evidence<Minima, Way>& evidence, int) const {
    const double both = evidence.margin[0][0] + evidence.margin[1][0];
    if (both == 0) return normalized ? empty : 0;
    const double apart = both - 2 * evidence.joint[0];
    return normalized ? apart / both : apart;
  }
};

/// Generalised UniFrac, of powered profiles; in [0, 1].
struct GeneralizedUnifrac {
  static constexpr bool dissimilarity = true;
  using contraction = PoweredSums;
  template <int Way>
  static constexpr int cells = 1;

  double empty = __builtin_nan("");  ///< value of two empty samples

  template <int Way>
  requires(Way == 2) ENCKE_FUNCTION
      double value(const Evidence<PoweredSums, Way>& evidence, int) const {
    const double both = evidence.margin[0][0] + evidence.margin[1][0];
    if (both == 0) return empty;
    const double apart = both - evidence.joint[0];
    return apart > 0 ? apart / (both - evidence.joint[1]) : 0;
  }
};

/// Variance-adjusted UniFrac, of the profiles l u or, unweighted, l [u > 0], with their counts.
struct AdjustedUnifrac {
  static constexpr bool dissimilarity = true;
  using contraction = AdjustedSums;
  template <int Way>
  static constexpr int cells = 1;
  enum class Of { presence, shares, shares_unnormalized };

  Of of = Of::presence;
  double empty = __builtin_nan("");  ///< normalised: value of two empty samples; else it is 0

  /// Two samples whose counts are all below the same branches are equal. One that is empty shares
  /// nothing with another.
  template <int Way>
  requires(Way == 2) ENCKE_FUNCTION
      double value(const Evidence<AdjustedSums, Way>& evidence, int) const {
    const double apart = evidence.joint[0];
    if (of == Of::shares_unnormalized) return apart;
    const double own[2] = {evidence.margin[0][0], evidence.margin[1][0]};
    if (own[0] + own[1] == 0) return empty;
    const double both = evidence.joint[1];
    if (both == 0) return own[0] == 0 || own[1] == 0 ? 1 : 0;
    // of 0 and 1 the larger is half of their sum and difference
    return of == Of::presence ? 2 * apart / (apart + both) : apart / both;
  }
};

static_assert(MetricFor<UnweightedUnifrac, 2> && !MetricFor<UnweightedUnifrac, 3>);
static_assert(MetricFor<WeightedUnifrac, 2> && MetricFor<GeneralizedUnifrac, 2>);
static_assert(MetricFor<AdjustedUnifrac, 2> && !MetricFor<AdjustedUnifrac, 3>);

}  // namespace encke
