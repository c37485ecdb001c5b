#pragma once

#include <encke/metric/king.hpp>

namespace encke {

/// Identity by state of two samples: the mean share of alleles that they have in common, over the
/// variants that both have,
///   (variants with equal genotypes + 1/2 variants that differ by one allele) / variants
/// in [0, 1]; NaN where they have no variant in common. DST of PLINK 1.9's --genome, and one less
/// its "flat-missing" distance. One division of exact numbers.
struct Ibs {
  using contraction = GenotypeMatches;
  template <int Way>
  static constexpr int cells = 1;

  /// The value is the distance, one less.
  bool distance = false;

  template <int Way>
  requires(Way == 2) ENCKE_FUNCTION
      double value(const Evidence<GenotypeMatches, Way>& evidence, int) const {
    const SharedGenotypes shared = SharedGenotypes::of(evidence);
    if (shared.present == 0) return __builtin_nan("");
    const std::int64_t by_one = shared.het_first + shared.het_second - 2 * shared.het_het;
    const std::int64_t alleles = 2 * (shared.present - shared.ibs0) - by_one;
    const std::int64_t counted = distance ? 2 * shared.present - alleles : alleles;
    return static_cast<double>(counted) / static_cast<double>(2 * shared.present);
  }
};

static_assert(MetricFor<Ibs, 2> && !MetricFor<Ibs, 3> && !HasDecidingCell<Ibs>);
static_assert(HasDistanceForm<Ibs>);

}  // namespace encke
