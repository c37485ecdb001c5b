#pragma once

#include <encke/distributed/block_exchange.hpp>
#include <encke/distributed/grid.hpp>
#include <encke/distributed/steps.hpp>
#include <encke/plan/plan.hpp>
#include <encke/run/feed/visits.hpp>
#include <encke/schedule/domain/tiles.hpp>
#include <encke/schedule/ring_tiles.hpp>
#include <encke/schedule/ring_work.hpp>
#include <encke/schedule/tile.hpp>
#include <optional>

namespace encke {

/// The tiles that one rank of a grid computes, in its order: of all tuples by orbits (RingWork), of
/// a part of them whose tiles are listed by RingTiles.
template <int Way>
class TilesOfRank {
 public:
  TilesOfRank(const Plan& plan, const Partition& partition, const Grid& grid)
      : ring_(grid.ring()),
        tiles_(plan.domain, partition),
        selected_(select_tiles(tiles_, plan, {grid.replica(), grid.decomposition().replica})),
        work_(partition.blocks(), ring_.size(), ring_.rank()) {
    if (tiles_.listed()) {
      shares_.emplace(listed_tiles(tiles_, selected_), partition.blocks(), ring_.size());
    }
  }

  /// Positions whose vectors it needs at a time, at most.
  Index most_others() const {
    return shares_ ? shares_->most_others(ring_.size()) : work_.most_others(ring_.size());
  }

  /// About how many tuples there are.
  Index tuples() const {
    return shares_ ? shares_->tuples(ring_.rank())
                   : tuples_of_rank(work_, selected_, tiles_, ring_.size());
  }

  /// Calls visit(tile, offsets) for each, with as many of its vectors as its tuples need, and the
  /// offsets of the positions that own them: these vectors are then in `exchange`. Collective over
  /// the ring.
  template <class Visit>
  void for_each(BlockExchange& exchange, Visit&& visit) const {
    const auto trimmed = [&](const Array<Index, Way>& blocks) {
      return tiles_.domain().trimmed(make_tile<Way>(tiles_.partition(), blocks));
    };
    if (shares_) {
      return for_each_visit(*shares_, ring_, exchange, [&](const auto& tile, const auto& offsets) {
        visit(trimmed(tile.blocks), offsets);
      });
    }
    const auto keep = [&](const Array<Index, Way>& blocks) {
      return selected_.keeps(blocks) && tiles_.has(blocks);
    };
    for_each_step(work_, keep, ring_, exchange, [&](Index step) {
      work_.for_each_tile(step, keep, [&](const Array<Index, Way>& blocks) {
        visit(trimmed(blocks), work_.offsets(step));
      });
    });
  }

 private:
  Communicator ring_;
  DomainTiles<Way> tiles_;
  TileSelection selected_;
  RingWork<Way> work_;
  std::optional<RingTiles<Way>> shares_;
};

}  // namespace encke
