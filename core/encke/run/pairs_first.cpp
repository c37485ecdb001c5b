#include <encke/run/feed/tile_feed.hpp>
#include <encke/run/pairs_first.hpp>

namespace encke::detail {

bool may_have_pairs_first(const Plan& plan, const Grid& grid, std::size_t parts) {
  return plan.pruning != Pruning::off && plan.way == 3 && !plan.check && plan.domain.everything() &&
         grid.field_group().size() == 1 && parts == 1;
}

void visit_pairs(const Plan& plan, const RankVectors& mine, const Grid& grid,
                 BlockExchange& exchange, TileBackend& backend, TallyVisitor& visitor) {
  Plan pairs = plan;
  pairs.way = 2;
  pairs.shares.clear();  // every part needs all pairs
  pairs.done = nullptr;
  const TileFeed<2> tiles(pairs, mine, grid);
  tiles.for_each(exchange, [&](const Tile<2>&, const std::vector<Array<Operand, 2>>& parts) {
    backend.contract(parts.front(), nullptr, visitor);
  });
}

}  // namespace encke::detail
