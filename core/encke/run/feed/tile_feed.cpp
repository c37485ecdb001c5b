#include <encke/distributed/demand/blocks.hpp>
#include <encke/distributed/demand/walked_tiles.hpp>
#include <encke/run/feed/operands.hpp>
#include <encke/run/feed/tile_feed.hpp>
#include <encke/run/feed/tiles_of_rank.hpp>
#include <optional>

namespace encke {
namespace {

/// Which of the ranks among whom the tiles are divided one is, where blocks come from the input.
Slice sharer_of(const Grid& grid) {
  const Index ring = grid.ring().size();
  return {grid.replica() * ring + grid.ring().rank(), grid.decomposition().replica * ring};
}

}  // namespace

/// One of the two.
template <int Way>
struct TileFeed<Way>::Tiles {
  std::optional<TilesOfRank<Way>> shared;
  std::optional<WalkedTiles<Way>> walked;
};

template <int Way>
TileFeed<Way>::TileFeed(const Plan& plan, const RankVectors& mine, const Grid& grid)
    : partition_(mine.partition), demanded_(mine.demanded) {
  auto tiles = std::make_unique<Tiles>();
  if (demanded_ != nullptr) {
    tiles->walked.emplace(plan, partition_, sharer_of(grid), demanded_->held());
  } else {
    tiles->shared.emplace(plan, partition_, grid);
  }
  tiles_ = std::move(tiles);
}

template <int Way>
TileFeed<Way>::~TileFeed() = default;

template <int Way>
Index TileFeed<Way>::most_others() const {
  return tiles_->shared ? tiles_->shared->most_others() : 0;
}

template <int Way>
Index TileFeed<Way>::tuples() const {
  return tiles_->shared ? tiles_->shared->tuples() : tiles_->walked->tuples();
}

template <int Way>
void TileFeed<Way>::for_each(BlockExchange& exchange, const Visit& visit) const {
  if (!tiles_->shared) return for_each_walked(visit);
  tiles_->shared->for_each(exchange, [&](const Tile<Way>& tile, const Array<Index, Way>& offsets) {
    visit(tile, detail::operands(offsets, exchange, tile));
    exchange.advance();
  });
}

template <int Way>
void TileFeed<Way>::for_each_walked(const Visit& visit) const {
  const WalkedTiles<Way>& walked = *tiles_->walked;
  walked.for_each_step([&](const WalkStep<Way>& step, const WalkStep<Way>* next) {
    demanded_->need(step.blocks, step.last);
    if (next) demanded_->begin_next(next->blocks, step.blocks, next->last);
    for (const Array<Index, Way>& blocks : step.tiles) {
      const auto tile = walked.tiles().domain().trimmed(make_tile<Way>(partition_, blocks));
      visit(tile, detail::operands(*demanded_, partition_, tile));
    }
  });
}

template class TileFeed<2>;
template class TileFeed<3>;

}  // namespace encke
