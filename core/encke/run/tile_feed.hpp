#pragma once

#include <encke/distributed/block_exchange.hpp>
#include <encke/distributed/demand/blocks.hpp>
#include <encke/distributed/demand/walked_tiles.hpp>
#include <encke/distributed/grid.hpp>
#include <encke/distributed/rank_vectors.hpp>
#include <encke/plan/plan.hpp>
#include <encke/run/operands.hpp>
#include <encke/run/tiles_of_rank.hpp>
#include <encke/schedule/tile.hpp>
#include <optional>

namespace encke {

/// Which of the ranks among whom the tiles are divided one is, where blocks come from the input.
inline Slice sharer_of(const Grid& grid) {
  const Index ring = grid.ring().size();
  return {grid.replica() * ring + grid.ring().rank(), grid.decomposition().replica * ring};
}

/// The tiles that one rank of a grid computes, each with its operands, wherever these come from:
/// the ranks of its ring, or the input.
template <int Way>
class TileFeed {
 public:
  TileFeed(const Plan& plan, const RankVectors& mine, const Grid& grid)
      : partition_(mine.partition), demanded_(mine.demanded) {
    if (demanded_ != nullptr) {
      walked_.emplace(plan, partition_, sharer_of(grid), demanded_->held());
    } else {
      shared_.emplace(plan, partition_, grid);
    }
  }

  /// Positions whose vectors it needs at a time, at most.
  Index most_others() const { return shared_ ? shared_->most_others() : 0; }

  /// About how many tuples there are.
  Index tuples() const { return shared_ ? shared_->tuples() : walked_->tuples(); }

  /// Calls visit(tile, operands of each part of the fields) for each tile, with as many of its
  /// vectors as its tuples need. Collective over the ring.
  template <class Visit>
  void for_each(BlockExchange& exchange, Visit&& visit) const {
    if (!shared_) return for_each_walked(visit);
    shared_->for_each(exchange, [&](const Tile<Way>& tile, const Array<Index, Way>& offsets) {
      visit(tile, detail::operands(offsets, exchange, tile));
      exchange.advance();
    });
  }

 private:
  template <class Visit>
  void for_each_walked(Visit&& visit) const {
    walked_->for_each_step([&](const WalkStep<Way>& step, const WalkStep<Way>* next) {
      demanded_->need(step.blocks, step.last);
      if (next) demanded_->begin_next(next->blocks, step.blocks, next->last);
      for (const Array<Index, Way>& blocks : step.tiles) {
        const auto tile = walked_->tiles().domain().trimmed(make_tile<Way>(partition_, blocks));
        visit(tile, detail::operands(*demanded_, partition_, tile));
      }
    });
  }

  Partition partition_;
  BlocksOnDemand* demanded_;
  std::optional<TilesOfRank<Way>> shared_;
  std::optional<WalkedTiles<Way>> walked_;
};

}  // namespace encke
