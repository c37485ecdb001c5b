#pragma once

#include <encke/contraction/count_minima.hpp>
#include <encke/metric/metric.hpp>

namespace encke {

/// Proportional Similarity (see Ps) of vectors of counts, in [0, 1], with the values that Ps has of
/// the same numbers as float64, to the bit: sums are whole numbers below 2^53, so that no rounding
/// precedes the division.
struct CountPs {
  using contraction = CountMinima;
  template <int Way>
  static constexpr int cells = 1;
  static constexpr bool overlap = true;  ///< see HasOverlapScreen

  /// Value of a tuple whose vectors are all empty, where the definition gives 0/0.
  double empty = __builtin_nan("");

  template <int Way>
  ENCKE_FUNCTION double value(const Evidence<CountMinima, Way>& evidence, int) const {
    std::int64_t all = 0;
    for (int v = 0; v < Way; ++v) all += evidence.margin[v][0];
    if (all == 0) return empty;
    if constexpr (Way == 2) {
      return static_cast<double>(2 * evidence.joint[0]) / static_cast<double>(all);
    } else {
      const std::int64_t shared =
          evidence.pair[0][0] + evidence.pair[1][0] + evidence.pair[2][0] - evidence.joint[0];
      return static_cast<double>(3 * shared) / static_cast<double>(2 * all);
    }
  }
};

static_assert(MetricFor<CountPs, 2> && MetricFor<CountPs, 3> && HasOverlapScreen<CountPs>);

}  // namespace encke
