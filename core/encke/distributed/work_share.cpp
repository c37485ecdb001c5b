#include <algorithm>
#include <cmath>
#include <encke/distributed/steps.hpp>
#include <encke/distributed/work_share.hpp>

namespace encke {
namespace {

constexpr Index most_to_look_at = 1'000'000;  // a fraction of a second

/// The part of all tuples that tiles of this much work have, where these are too many to look at.
Index about(Index all, Index work, Index all_work) {
  return static_cast<Index>(std::llround(static_cast<double>(all) * static_cast<double>(work) /
                                         static_cast<double>(all_work)));
}

template <int Way>
Index tuples_at(const OrbitOrder<Way>& order, Range places, const Partition& partition) {
  const Index all = tuple_count(Way, partition.vectors());
  if (places.size() == order.count()) return all;
  if (places.size() > most_to_look_at) {
    return about(all, order.work_before(places.end) - order.work_before(places.begin),
                 order.work_before(order.count()));
  }
  Index tuples = 0;
  for (Index place = places.begin; place < places.end; ++place) {
    tuples += make_tile<Way>(partition, order.blocks(place)).tuples();
  }
  return tuples;
}

template <int Way>
WorkShare share_of(const Plan& plan, const Partition& partition, const Decomposition& ranks) {
  const OrbitOrder<Way> order(partition.blocks());
  const Range places = shared_places(order, plan.shares);
  WorkShare share{places.size(), tuples_at(order, places, partition), 0};
  if (ranks.vector == 1 && ranks.replica == 1) {
    share.busiest = share.tuples;
    return share;
  }
  const Index positions = Index{ranks.vector} * ranks.replica;
  if (order.count() > most_to_look_at / ranks.replica ||
      OrbitSchedule<Way>(ranks.vector).steps() > most_to_look_at / positions) {
    const Index busy = std::clamp<Index>(share.tiles, 1, positions);  // one tile at least each
    share.busiest = divide_up(share.tuples, busy);
    return share;
  }
  Plan fresh;
  fresh.shares = plan.shares;
  for (int replica = 0; replica < ranks.replica; ++replica) {
    const auto selected = select_tiles<Way>(partition, fresh, {replica, ranks.replica});
    for (int position = 0; position < ranks.vector; ++position) {
      const RingWork<Way> work(partition.blocks(), ranks.vector, position);
      share.busiest =
          std::max(share.busiest, tuples_of_rank(work, selected, partition, ranks.vector));
    }
  }
  return share;
}

}  // namespace

WorkShare work_share(const Plan& plan, const Partition& partition, const Decomposition& ranks) {
  return plan.way == 2 ? share_of<2>(plan, partition, ranks) : share_of<3>(plan, partition, ranks);
}

}  // namespace encke
