#pragma once

#include <encke/base/digest.hpp>
#include <encke/base/histogram.hpp>
#include <encke/base/index.hpp>

namespace encke::store {

/// Sums over tiles.
struct Totals {
  Index tiles = 0;
  Index tuples = 0;
  Index hits = 0;
  Digest digest;
  Histogram histogram;  ///< width 0: none was wanted
};

}  // namespace encke::store
