#pragma once

#include "../forms.hpp"
#include "fold.hpp"
#include "kernels.hpp"
#include "micro_kernel.hpp"
#include "screen.hpp"

namespace encke::cpu {

/// The table of one level. `Level` names its units and the shape of its register tile for each
/// number of counters, so that hardware facts are data in one place for each level.
template <class Level>
constexpr Kernels kernels_of(const char* name, bool (*supported)()) {
  using Bits = typename Level::Bits;
  using Floats = typename Level::Floats;
  using Doubles = typename Level::Doubles;
  return {
      name,
      supported,
      &block_product<Bits, forms::Complete, Level::complete>,
      &block_product<Bits, forms::PairMissing, Level::pair_missing>,
      &block_product<Bits, forms::PairMissingPositive, Level::pair_missing>,
      &block_product<Bits, forms::TripleMissing, Level::triple_missing>,
      &block_product<Floats, forms::Minimum, Level::minimum>,
      &block_product<Doubles, forms::Minimum, Level::minimum>,
      &fold_complete<Level>,
      &fold_missing<Level>,
      &fold_minimum<Level, float>,
      &fold_minimum<Level, double>,
      &screen_pair_complete<Level>,
      &screen_pair_missing<Level>,
      &screen_triple_complete<Level>,
      &screen_triple_missing<Level>,
  };
}

}  // namespace encke::cpu
