#pragma once

#include <encke/contraction/allele_bits.hpp>
#include <encke/metric/metric.hpp>

namespace encke {

/// Jaccard's (Tanimoto's) index of sets, given as bits, in [0, 1]: c / (a + b - c), with a and b
/// the sizes of the sets and c that of their intersection. Jaccard, New Phytologist 11 (1912). Sums
/// are whole numbers below 2^53, so that the index, and the distance, is rounded once. Samples must
/// be present in all vectors.
struct Jaccard {
  using contraction = AlleleBits;
  template <int Way>
  static constexpr int cells = 1;
  static constexpr bool overlap = true;  ///< see HasOverlapScreen

  /// Value of two empty sets, where the definition gives 0/0.
  double empty = __builtin_nan("");
  /// The value is the distance, (a + b - 2c) / (a + b - c).
  bool distance = false;

  bool complete_only() const { return true; }
  /// c >= T (a + b - c) where the index is at least T. See HasOverlapShare.
  static double overlap_share(double value) { return value / (1 + value); }

  template <int Way>
  requires(Way == 2) ENCKE_FUNCTION
      double value(const Evidence<AlleleBits, Way>& evidence, int) const {
    const std::int64_t shared = evidence.joint[3];
    const std::int64_t any = evidence.margin[0][1] + evidence.margin[1][1] - shared;
    if (any == 0) return empty;
    return static_cast<double>(distance ? any - shared : shared) / static_cast<double>(any);
  }
};

static_assert(MetricFor<Jaccard, 2> && !MetricFor<Jaccard, 3>);
static_assert(HasOverlapShare<Jaccard> && HasDistanceForm<Jaccard>);

}  // namespace encke
