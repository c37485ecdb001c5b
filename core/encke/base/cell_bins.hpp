#pragma once

#include <algorithm>
#include <cstddef>
#include <encke/base/array.hpp>
#include <encke/base/histogram.hpp>
#include <encke/base/index.hpp>

namespace encke {

/// Counts of an allele metric's values by the kind of their cell, as CoMet counts them (its class
/// Histograms, src/histograms.hh): a column for each number of alleles 1 in a cell, 0 to way, and
/// one for the sums of the cells without and with only alleles 1. A value falls into the bin whose
/// number is the whole part of 1000 value, computed in double; what is below 0 into the first bin,
/// what is beyond the last one into that. The columns lie in Histogram::counts one after the other.
struct CellBins {
  static constexpr double per_unit = 1000;
  static constexpr double width = 1 / per_unit;

  Index bins = 0;  ///< of a column; CoMet has as many as cover 0 to its multiplier

  static constexpr int columns(int way) { return way + 2; }
  /// The most bins that tuples of `way` vectors can have, so that all columns fit.
  static constexpr Index most(int way) {
    return static_cast<Index>(Histogram::most_bins) / columns(way);
  }

  /// Place in Histogram::counts; for `value` not NaN.
  std::size_t place(int column, double value) const {
    const double last = static_cast<double>(bins - 1);
    const double bin = std::clamp(value * per_unit, 0.0, last);
    return static_cast<std::size_t>(column * bins + static_cast<Index>(bin));
  }

  /// Counts the values of one tuple: value [cell], bit (Way - 1 - v) of a cell is vector v's
  /// allele.
  template <int Way>
  void add(const Array<double, ipow(2, Way)>& values, Histogram& to) const {
    to.counts.resize(static_cast<std::size_t>(columns(Way) * bins));
    for (int cell = 0; cell < values.size(); ++cell) {
      int ones = 0;
      for (int bit = 0; bit < Way; ++bit) ones += cell >> bit & 1;
      ++to.counts[place(ones, values[cell])];
    }
    ++to.counts[place(Way + 1, values.front() + values.back())];
  }
};

}  // namespace encke
