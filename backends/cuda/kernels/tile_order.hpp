#pragma once

#include <encke/base/function.hpp>
#include <encke/base/index.hpp>

namespace encke::cuda {

struct TilePlace {
  Index row, col;
};

/// Tile number `number` of rows by cols. Bands of twelve rows are passed column by column, so that
/// the blocks of threads that run at the same time (132 on an H100) are about as many rows as
/// columns: their operands together are then least, and stay in the second cache. Row by row each
/// of them would have columns of its own.
ENCKE_FUNCTION constexpr TilePlace tile_place(Index number, Index rows, Index cols) {
  constexpr Index band = 12;
  const Index first = number / (band * cols) * band;
  const Index height = rows - first < band ? rows - first : band;
  const Index within = number - first * cols;
  return {first + within % height, within / height};
}

/// The tiles of a kernel, where not all are wanted. In device memory.
struct TileList {
  const TilePlace* places = nullptr;  ///< null: all tiles
  Index count = 0;
};

}  // namespace encke::cuda
