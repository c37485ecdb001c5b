#pragma once

#include <algorithm>
#include <encke/base/array.hpp>
#include <encke/base/index.hpp>
#include <encke/schedule/multiset.hpp>
#include <encke/schedule/partition.hpp>
#include <encke/schedule/shape.hpp>

namespace encke {

/// The unit of work: all tuples i < j (< k) whose vectors lie in given blocks.
template <int Way>
struct Tile {
  Index id;                  ///< depends on the blocks alone, never on who computes the tile
  Array<Index, Way> blocks;  ///< ascending
  Array<Range, Way> ranges;  ///< vectors of the blocks
  Shape shape;

  friend bool operator==(const Tile&, const Tile&) = default;
};

/// Tiles of a partition; their ids are 0 … tile_count() - 1.
template <int Way>
Index tile_count(const Partition& partition) {
  return multiset_count<Way>(partition.blocks());
}

/// The tile of `blocks` (in any order), each in 0 … partition.blocks() - 1.
template <int Way>
Tile<Way> make_tile(const Partition& partition, Array<Index, Way> blocks) {
  std::sort(blocks.begin(), blocks.end());
  Tile<Way> tile{multiset_rank(blocks), blocks, {}, shape_of(blocks)};
  for (int v = 0; v < Way; ++v) tile.ranges[v] = partition.range(blocks[v]);
  return tile;
}

/// The tile with this id, 0 <= id < tile_count<Way>(partition).
template <int Way>
Tile<Way> tile_from_id(const Partition& partition, Index id) {
  return make_tile<Way>(partition, multiset_unrank<Way>(id));
}

}  // namespace encke
