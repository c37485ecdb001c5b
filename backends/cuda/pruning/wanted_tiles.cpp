#include "wanted_tiles.hpp"

#include "listed_batch.hpp"
#include "pair_pruning.hpp"

namespace encke::cuda {
namespace {

/// What is to become of a tile.
enum class TileFate { wanted, unwanted, cannot_pass };

TileFate fate_of(const Rectangle& r, const Range& rows, const Range& cols,
                 const TallyVisitor& visitor) {
  if (r.lists != nullptr) {
    return r.lists->has_pivots_of(rows, cols) ? TileFate::wanted : TileFate::unwanted;
  }
  if (!r.part(rows, cols).wanted()) return TileFate::unwanted;
  if (r.way != 2) return TileFate::wanted;
  const TallyTile tile = r.tile(rows, cols);
  const bool in_order = tile.row_index == nullptr;
  if (in_order && !visitor.wants(-1, tile.rows, tile.cols)) return TileFate::unwanted;
  if (r.pruning == nullptr) return TileFate::wanted;
  const auto place = [&](int side, const Range& of) {
    const Index first = r.pruning->blocks()[side].indices().begin;
    return Range{of.begin - first, of.end - first};
  };
  return r.pruning->may_pass(place(0, tile.rows), place(1, tile.cols)) ? TileFate::wanted
                                                                       : TileFate::cannot_pass;
}

}  // namespace

WantedTiles wanted_tiles(const Rectangle& r, TileExtent extent, const TallyVisitor& visitor) {
  const Index down = divide_up(r.rows.size(), extent.rows);
  const Index across = divide_up(r.cols.size(), extent.cols);
  WantedTiles wanted;
  for (Index t = 0; t < down * across; ++t) {
    const TilePlace place = tile_place(t, down, across);
    const Range rows = r.rows.part(place.row, extent.rows);
    const Range cols = r.cols.part(place.col, extent.cols);
    const TileFate fate = fate_of(r, rows, cols, visitor);
    if (fate == TileFate::wanted) {
      wanted.places.push_back(place);
      continue;
    }
    wanted.all = false;
    if (fate == TileFate::unwanted) continue;
    const TallyTile tile = r.tile(rows, cols);
    wanted.left_out += visitor.wanted_pairs(tile.rows, tile.cols);
  }
  return wanted;
}

}  // namespace encke::cuda
