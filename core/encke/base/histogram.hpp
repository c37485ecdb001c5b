#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace encke {

/// Counts of values in bins [start(b), start(b + 1)), b = 0, 1, …; bin number `most_bins` has all
/// values from its start on. Values below 0 and NaN are counted apart.
struct Histogram {
  static constexpr std::size_t most_bins = 1'000'000;

  double width = 0;
  std::vector<std::int64_t> counts;
  std::int64_t below = 0;
  std::int64_t nan = 0;

  /// First value of a bin. Where 1/width is a whole number n, the double nearest to b/n: what a
  /// reader of a printed table takes it for.
  double start(std::size_t b) const {
    const double n = std::round(1 / width);
    const bool whole = std::abs(n * width - 1) < 1e-12;
    return whole ? static_cast<double>(b) / n : static_cast<double>(b) * width;
  }
  /// The end of the first bin below which at least `share` (0 to 1) of the values lie, NaN apart;
  /// infinity where that is the last bin of all, nothing where there are no values.
  std::optional<double> quantile(double share) const;
  void add(double value);
  void add(const Histogram& other);
};

}  // namespace encke
