#pragma once

#include <encke/backend/backend.hpp>
#include <encke/base/array.hpp>
#include <encke/distributed/block_exchange.hpp>
#include <encke/distributed/demand/blocks.hpp>
#include <encke/schedule/partition.hpp>
#include <encke/schedule/tile.hpp>
#include <vector>

namespace encke::detail {

/// The operands of a tile, for each part of the fields that this rank has, from the positions at
/// these offsets.
template <int Way>
std::vector<Array<Operand, Way>> operands(const Array<Index, Way>& offsets,
                                          const BlockExchange& exchange, const Tile<Way>& tile) {
  std::vector<Array<Operand, Way>> parts;
  for (int v = 0; v < Way; ++v) {
    for (const Index offset : offsets) {
      const PositionVectors owner = exchange.at(offset);
      if (!owner.range.contains(tile.ranges[v].begin)) continue;
      const Index first = owner.range.begin;
      const Range local{tile.ranges[v].begin - first, tile.ranges[v].end - first};
      parts.resize(owner.parts.size());
      for (std::size_t p = 0; p < parts.size(); ++p) parts[p][v] = {owner.parts[p], local, first};
      break;
    }
  }
  return parts;
}

/// The same from blocks that were read for the tile.
template <int Way>
std::vector<Array<Operand, Way>> operands(const BlocksOnDemand& blocks, const Partition& partition,
                                          const Tile<Way>& tile) {
  std::vector<Array<Operand, Way>> parts;
  for (int v = 0; v < Way; ++v) {
    const auto& block = blocks.at(tile.blocks[v]);
    const Index first = partition.range(tile.blocks[v]).begin;
    const Range local{tile.ranges[v].begin - first, tile.ranges[v].end - first};
    parts.resize(block.size());
    for (std::size_t p = 0; p < parts.size(); ++p) parts[p][v] = {&block[p], local, first};
  }
  return parts;
}

}  // namespace encke::detail
