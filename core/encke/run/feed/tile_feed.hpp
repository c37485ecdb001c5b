#pragma once

#include <encke/backend/backend.hpp>
#include <encke/distributed/block_exchange.hpp>
#include <encke/distributed/grid.hpp>
#include <encke/distributed/rank_vectors.hpp>
#include <encke/plan/plan.hpp>
#include <encke/schedule/tile.hpp>
#include <functional>
#include <memory>
#include <vector>

namespace encke {

/// The tiles that one rank of a grid computes, each with its operands, wherever these come from:
/// the ranks of its ring, or the input.
template <int Way>
class TileFeed {
 public:
  /// A tile, and its operands of each part of the fields.
  using Visit = std::function<void(const Tile<Way>&, const std::vector<Array<Operand, Way>>&)>;

  TileFeed(const Plan& plan, const RankVectors& mine, const Grid& grid);
  ~TileFeed();

  /// Positions whose vectors it needs at a time, at most.
  Index most_others() const;
  /// About how many tuples there are.
  Index tuples() const;

  /// Calls visit() for each tile, with as many of its vectors as its tuples need. Collective over
  /// the ring.
  void for_each(BlockExchange& exchange, const Visit& visit) const;

 private:
  struct Tiles;

  void for_each_walked(const Visit& visit) const;

  Partition partition_;
  BlocksOnDemand* demanded_;
  std::unique_ptr<const Tiles> tiles_;
};

extern template class TileFeed<2>;
extern template class TileFeed<3>;

}  // namespace encke
