#include <algorithm>
#include <encke/distributed/steps.hpp>
#include <encke/distributed/work_share.hpp>
#include <encke/schedule/ring_tiles.hpp>

namespace encke {
namespace {

constexpr Index most_to_look_at = 1'000'000;  // a fraction of a second

/// Tuples of the position of a ring that has most of the selected tiles.
template <int Way>
Index busiest_of(const DomainTiles<Way>& tiles, const TileSelection& selected, int ring) {
  Index busiest = 0;
  if (tiles.listed()) {
    const RingTiles<Way> shares(listed_tiles(tiles, selected), tiles.partition().blocks(), ring);
    for (Index p = 0; p < ring; ++p) busiest = std::max(busiest, shares.tuples(p));
    return busiest;
  }
  for (Index p = 0; p < ring; ++p) {
    const RingWork<Way> work(tiles.partition().blocks(), ring, p);
    busiest = std::max(busiest, tuples_of_rank(work, selected, tiles, ring));
  }
  return busiest;
}

template <int Way>
WorkShare share_of(const Plan& plan, const Partition& partition, const Decomposition& ranks) {
  const DomainTiles<Way> tiles(plan.domain, partition);
  const Range places = shared_places(tiles, plan.shares);
  WorkShare share{tiles.tiles(places), tiles.tuples(places), 0};
  if (ranks.vector == 1 && ranks.replica == 1) {
    share.busiest = share.tuples;
    return share;
  }
  const Index positions = Index{ranks.vector} * ranks.replica;
  const Index to_look_at = tiles.listed() ? std::ssize(tiles.list()) : tiles.order().count();
  if (to_look_at > most_to_look_at / ranks.replica ||
      OrbitSchedule<Way>(ranks.vector).steps() > most_to_look_at / positions) {
    const Index busy = std::clamp<Index>(share.tiles, 1, positions);  // one tile at least each
    share.busiest = divide_up(share.tuples, busy);
    return share;
  }
  Plan fresh;
  fresh.shares = plan.shares;
  for (int replica = 0; replica < ranks.replica; ++replica) {
    const auto selected = select_tiles(tiles, fresh, {replica, ranks.replica});
    share.busiest = std::max(share.busiest, busiest_of(tiles, selected, ranks.vector));
  }
  return share;
}

}  // namespace

WorkShare work_share(const Plan& plan, const Partition& partition, const Decomposition& ranks) {
  return plan.way == 2 ? share_of<2>(plan, partition, ranks) : share_of<3>(plan, partition, ranks);
}

}  // namespace encke
