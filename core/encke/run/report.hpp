#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <encke/base/digest.hpp>
#include <encke/base/index.hpp>
#include <iosfwd>
#include <string>
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
  void add(double value);
  void add(const Histogram& other);
};

/// What a run did. Returned, never printed by the library.
struct Report {
  std::string backend;
  std::string level;  ///< instruction-set level of the kernels, or "" where it has none
  int way = 2;
  int threads = 1;
  Index vectors = 0;
  Index fields = 0;
  Index missing = 0;  ///< missing elements of the input
  Index tuples = 0;
  Index values = 0;  ///< tuples * cells
  Index hits = 0;
  Index tiles = 0;
  Index block = 0;
  double comparisons = 0;       ///< tuples * fields
  double seconds = 0;           ///< wall time of the run, sink included
  double seconds_contract = 0;  ///< of which: kernels (average over threads)
  double seconds_combine = 0;   ///< combining and selecting (average over threads)
  double seconds_sink = 0;      ///< in the sink
  Digest digest;
  Histogram histogram;

  double comparisons_per_second() const { return seconds > 0 ? comparisons / seconds : 0; }
};

/// One line for each quantity.
std::ostream& operator<<(std::ostream& out, const Report& report);

}  // namespace encke
