#pragma once

#include <vector>

#include "kokkos/tiles/workspace.hpp"
#include "pair_tests.hpp"

namespace encke::kokkos {

/// A tile of pairs is decided in pieces: bands of rows by strips of columns. Whole groups of
/// vectors, and whole register tiles of most levels.
inline constexpr Index band_rows = cpu::PartBand::rows;
inline constexpr Index strip_cols = 24;
inline constexpr Index bands_of_tile = pair_tile.rows / band_rows;
inline constexpr Index strips_of_tile = pair_tile.cols / strip_cols;
static_assert(bands_of_tile * band_rows == pair_tile.rows);
static_assert(strips_of_tile * strip_cols == pair_tile.cols && strips_of_tile == 8);

/// What the tests of pairs need of the vectors of a block, by place in the block.
template <class Bound>
class BlockFacts {
 public:
  using Test = PairTest<Bound>;
  using Margins = typename Test::Margins;

  /// `words`: the part of the samples after which pairs are tested; 0: they are not.
  BlockFacts(const Operand& block, const Bound& bound, Index words);

  const Margins& band(Index b) const { return bands_[static_cast<std::size_t>(b)]; }
  const Margins& strip(Index s) const { return strips_[static_cast<std::size_t>(s)]; }
  const Margins& row_tile(Index t) const { return row_tiles_[static_cast<std::size_t>(t)]; }
  const Margins& col_tile(Index t) const { return col_tiles_[static_cast<std::size_t>(t)]; }
  /// An array of PartBand, from a vector on; readable up to the end of its tile.
  const float* part(int array, Index from) const {
    return parts_[array].data() + static_cast<std::size_t>(from);
  }

 private:
  std::vector<Margins> bands_, strips_, row_tiles_, col_tiles_;
  std::vector<float> parts_[cpu::PartBand::arrays];
};

extern template class BlockFacts<CorrelationBound>;
extern template class BlockFacts<WeightBound>;
extern template class BlockFacts<OverlapBound>;

}  // namespace encke::kokkos
