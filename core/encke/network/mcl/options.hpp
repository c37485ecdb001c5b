#pragma once

#include <encke/base/index.hpp>

namespace encke::network {

/// How columns are kept short, by mcl's words.
struct Pruning {
  double prune = 10000;  ///< P: entries below about 1/P are dropped
  Index select = 1100;   ///< S: most entries that are left; 0: any number
  Index recover = 1400;  ///< R: up to so many are taken back where too much was dropped; 0: none
  double recover_percent = 90;  ///< where less of the column's sum than this is left

  /// The least entry that stays.
  double bar() const { return prune > 0 ? 0.99999 / prune : 0; }
};

/// mcl's schemes 1 to 7; 6 is its default.
Pruning pruning_scheme(int scheme);

/// What becomes of a node that belongs to several clusters.
enum class Overlap {
  cut,    ///< it stays in the one whose attractor comes first
  keep,   ///< in all of them
  split,  ///< nodes that belong to the same several clusters become one of their own
};

}  // namespace encke::network
