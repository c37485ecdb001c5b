#pragma once

#include <encke/contraction/allele_bits.hpp>
#include <encke/metric/metric.hpp>

namespace encke {

/// Sorenson's (Dice's) index of sets, given as bits, in [0, 1]: Proportional Similarity of vectors
/// whose elements are 0 or 1, with its values to the bit.
///   2-way: 2 sum (u & v) / sum (u + v)
///   3-way: (3/2) sum [(u & v) + (u & w) + (v & w) - (u & v & w)] / sum (u + v + w)
/// Joubert et al., Parallel Computing 75 (2018). Sums are whole numbers below 2^53, so that no
/// rounding precedes the division. Samples must be present in all vectors.
struct Sorenson {
  using contraction = AlleleBits;
  template <int Way>
  static constexpr int cells = 1;
  static constexpr bool overlap = true;  ///< see HasOverlapScreen

  /// Value of a tuple whose vectors are all empty, where the definition gives 0/0.
  double empty = __builtin_nan("");
  /// The value is 1 - the index, rounded once.
  bool distance = false;

  bool complete_only() const { return true; }

  template <int Way>
  ENCKE_FUNCTION double value(const Evidence<AlleleBits, Way>& evidence, int) const {
    std::int64_t all = 0;
    for (int v = 0; v < Way; ++v) all += evidence.margin[v][1];
    if (all == 0) return empty;
    if constexpr (Way == 2) {
      const std::int64_t shared = 2 * evidence.joint[3];
      return static_cast<double>(distance ? all - shared : shared) / static_cast<double>(all);
    } else {
      const std::int64_t shared =
          evidence.pair[0][3] + evidence.pair[1][3] + evidence.pair[2][3] - evidence.joint[7];
      const std::int64_t part = distance ? 2 * all - 3 * shared : 3 * shared;
      return static_cast<double>(part) / static_cast<double>(2 * all);
    }
  }
};

static_assert(MetricFor<Sorenson, 2> && MetricFor<Sorenson, 3> && HasOverlapScreen<Sorenson> &&
              HasDistanceForm<Sorenson>);

}  // namespace encke
