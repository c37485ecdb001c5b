#pragma once

#include <cmath>
#include <limits>

namespace encke {

/// Which values are hits: all of them (NaN too), or those above a threshold (never NaN).
struct Selection {
  bool all = true;
  double floor = -std::numeric_limits<double>::infinity();

  bool keeps(double value) const { return all || value > floor; }
};

inline Selection everything() { return {}; }
/// Values > threshold.
inline Selection above(double threshold) { return {false, threshold}; }

}  // namespace encke
