#pragma once

#include <cmath>
#include <limits>

namespace encke {

/// Which values are hits: all of them (NaN too), or those between two thresholds (never NaN), one
/// of which may be infinite.
struct Selection {
  bool all = true;
  double floor = -std::numeric_limits<double>::infinity();
  double ceiling = std::numeric_limits<double>::infinity();

  bool keeps(double value) const { return all || (value > floor && value < ceiling); }
};

inline Selection everything() { return {}; }
/// Values > threshold.
inline Selection above(double threshold) { return {.all = false, .floor = threshold}; }
/// Values < threshold.
inline Selection below(double threshold) { return {.all = false, .ceiling = threshold}; }

}  // namespace encke
