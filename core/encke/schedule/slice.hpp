#pragma once

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <string>

namespace encke {

/// Share k of n, 0 <= k < n, of a list: contiguous, and no share is longer than another by more
/// than one. Phases, stages and shards are slices of a list of steps or tiles; nested by
/// applying one to what another gave: stage.of(phase.of(all)).
struct Slice {
  Index k = 0;
  Index n = 1;

  /// Throws Error(command_line) unless 0 <= k < n.
  constexpr Range of(Range all) const {
    if (k < 0 || k >= n) {
      throw Error(Failure::command_line, "share " + std::to_string(k) + " of " + std::to_string(n) +
                                             ": expected 0 <= share < shares");
    }
    const Index each = all.size() / n;
    const Index longer = all.size() % n;  // the first shares take one more
    const Index begin = all.begin + k * each + std::min(k, longer);
    return {begin, begin + each + (k < longer ? 1 : 0)};
  }

  friend constexpr bool operator==(const Slice&, const Slice&) = default;
};

}  // namespace encke
