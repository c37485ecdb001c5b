#include <encke/run/operands.hpp>
#include <encke/run/pairs_first.hpp>

namespace encke::detail {

bool pairs_come_first(const Plan& plan, const Grid& grid, std::size_t parts,
                      const TileBackend& backend) {
  return plan.pruning != Pruning::off && plan.way == 3 && !plan.check && plan.domain.everything() &&
         grid.field_group().size() == 1 && parts == 1 && backend.uses_pairs();
}

void visit_pairs(const Plan& plan, const Partition& partition, const Grid& grid,
                 BlockExchange& exchange, TileBackend& backend, TallyVisitor& visitor) {
  Plan pairs = plan;
  pairs.way = 2;
  pairs.shares.clear();  // every part needs all pairs
  pairs.done = nullptr;
  const TilesOfRank<2> tiles(pairs, partition, grid);
  tiles.for_each(exchange, [&](const Tile<2>& tile, const Array<Index, 2>& offsets) {
    backend.contract(operands(offsets, exchange, tile).front(), nullptr, visitor);
    exchange.advance();
  });
}

}  // namespace encke::detail
