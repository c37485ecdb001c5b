#pragma once

#include <vector>

#include "cuda/host/rectangle.hpp"
#include "cuda/kernels/tile_order.hpp"

namespace encke::cuda {

/// The tiles of a rectangle that are to be computed, in the order of tile_place().
struct WantedTiles {
  std::vector<TilePlace> places;
  bool all = true;     ///< none is left out: `places` is of no use
  Index left_out = 0;  ///< pairs of the run that cannot pass by their margins
};

WantedTiles wanted_tiles(const Rectangle& rectangle, TileExtent extent,
                         const TallyVisitor& visitor);

}  // namespace encke::cuda
