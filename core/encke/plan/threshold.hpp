#pragma once

#include <algorithm>
#include <cmath>
#include <encke/base/array.hpp>
#include <encke/base/chi_squared_tail.hpp>
#include <limits>

namespace encke {

/// Thresholds of an allele metric that differ by the kind of cell, as CoMet has them (its class
/// Thresholds, src/env.hh). The kind is the number of alleles 1: with L for allele 0 and H for
/// allele 1, LL, LH (and HL), HH of pairs; LLL, LLH, LHH, HHH of triples in any order.
struct CellThresholds {
  Array<double, 4> of_kind = {};  ///< [alleles 1]; the first way + 1 count
  double together = 0;            ///< of the sum of the cells without and with only alleles 1
};

/// A threshold of p-values: for each number of degrees of freedom the least statistic.
struct PValueThreshold {
  /// Those of a table of the genotypes of three variants by two classes, and 0.
  static constexpr int most_known = 26;

  double largest = 1;                        ///< p-value of a hit
  Array<double, most_known + 1> least = {};  ///< statistic of a hit

  /// Never for NaN.
  bool keeps(double statistic, int degrees) const {
    if (degrees >= 0 && degrees <= most_known) return statistic >= least[degrees];
    return chi_squared_tail(statistic, degrees) <= largest;
  }
};

/// Which values are hits: all of them (NaN too), or those between two thresholds (never NaN), one
/// of which may be infinite. Or thresholds by cells or of p-values decide; no tuple whose values
/// are all up to `floor` has a hit then.
struct Threshold {
  bool all = true;
  double floor = -std::numeric_limits<double>::infinity();
  double ceiling = std::numeric_limits<double>::infinity();
  bool without_sign = false;  ///< |value| is what lies between the thresholds
  bool by_cell = false;
  CellThresholds cells = {};
  bool by_p_value = false;
  PValueThreshold p_values = {};

  /// Not for thresholds by cells and of p-values.
  bool keeps(double value) const {
    const double size = without_sign ? std::abs(value) : value;
    return all || (size > floor && size < ceiling);
  }

  /// Thresholds by cells: whether cell `cell` of a tuple with these 2^Way values is a hit. `sum`:
  /// of the first and the last value. These two are hits where the sum is above its threshold and
  /// neither is 0, whatever each of them is; and any cell is where it is above its own threshold.
  template <int Way>
  bool keeps_cell(const Array<double, ipow(2, Way)>& values, int cell, double sum) const {
    int ones = 0;
    for (int bit = 0; bit < Way; ++bit) ones += cell >> bit & 1;
    if (values[cell] > cells.of_kind[ones]) return true;
    if (ones != 0 && ones != Way) return false;
    return sum > cells.together && values[0] > 0 && values[ipow(2, Way) - 1] > 0;
  }
};

inline Threshold everything() { return {}; }
/// Values > threshold.
inline Threshold above(double threshold) { return {.all = false, .floor = threshold}; }
/// Values > threshold or < -threshold, which is >= 0.
inline Threshold beyond(double threshold) {
  return {.all = false, .floor = threshold, .without_sign = true};
}
/// Values < threshold.
inline Threshold below(double threshold) { return {.all = false, .ceiling = threshold}; }
/// Values of tuples of `way` vectors by the thresholds of their cells, all >= 0. For metrics with a
/// value for each combination of two alleles; see run().
inline Threshold above_by_cell(int way, const CellThresholds& cells) {
  // of two values whose sum is above `together` the larger one is above its half
  double least = cells.together / 2;
  for (int kind = 0; kind <= way; ++kind) least = std::min(least, cells.of_kind[kind]);
  return {.all = false, .floor = least, .by_cell = true, .cells = cells};
}

/// Chi-squared statistics whose p-value by their own degrees of freedom is at most `p`, 0 < p <= 1.
/// For metrics that have degrees of freedom; see run().
inline Threshold p_value_up_to(double p) {
  Threshold selection{.all = false, .by_p_value = true, .p_values = {.largest = p}};
  auto& least = selection.p_values.least;
  for (int df = 0; df <= PValueThreshold::most_known; ++df) least[df] = chi_squared_cut_off(p, df);
  // Each further degree of freedom needs a larger statistic.
  selection.floor = std::nextafter(least[1], -std::numeric_limits<double>::infinity());
  return selection;
}

}  // namespace encke
