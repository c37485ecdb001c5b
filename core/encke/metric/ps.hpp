#pragma once

#include <encke/contraction/minima.hpp>
#include <encke/metric/ascending.hpp>
#include <encke/metric/metric.hpp>

namespace encke {

/// Proportional Similarity (Czekanowski; 1 - Bray-Curtis) of non-negative profiles, in [0, 1]
/// (triples up to the rounding of their sums).
///   2-way: 2 sum min(u,v) / sum (u+v)
///   3-way: (3/2) sum [min(u,v) + min(u,w) + min(v,w) - min(u,v,w)] / sum (u+v+w)
/// Joubert et al., Parallel Computing 75 (2018), equations 1 and 2.
struct Ps {
  using contraction = Minima;
  template <int Way>
  static constexpr int cells = 1;
  static constexpr bool overlap = true;  ///< see HasOverlapScreen

  /// Value of a tuple whose vectors are all empty (all zero), where the definition gives 0/0.
  double empty = __builtin_nan("");

  template <int Way>
  ENCKE_FUNCTION double value(const Evidence<Minima, Way>& evidence, int) const {
    double s[Way];
    for (int v = 0; v < Way; ++v) s[v] = evidence.margin[v][0];
    sort_ascending<Way>(s);
    if (s[Way - 1] == 0) return empty;
    if constexpr (Way == 2) {
      return (2 * evidence.joint[0]) / (s[0] + s[1]);
    } else {
      double n[3] = {evidence.pair[0][0], evidence.pair[1][0], evidence.pair[2][0]};
      sort_ascending<3>(n);
      return (3 * (((n[0] + n[1]) + n[2]) - evidence.joint[0])) / (2 * ((s[0] + s[1]) + s[2]));
    }
  }
};

static_assert(MetricFor<Ps, 2> && MetricFor<Ps, 3> && HasOverlapScreen<Ps>);

}  // namespace encke
