// Who sends what to whom where each position of a ring asks for what it needs: every position works
// that out for itself, and all must come to the same.

#include <gtest/gtest.h>

#include <algorithm>
#include <encke/run/feed/visits.hpp>
#include <map>
#include <vector>

#include "support/domains.hpp"

namespace encke {
namespace {

using domains::all_kinds;
using domains::Given;

/// Expects each position to get what it waits for, in its order, and nothing else, and to have the
/// owners of all blocks of a visit when it is due.
template <int Way>
void expect_served(const RingTiles<Way>& tiles, Index ring) {
  std::vector<std::vector<Index>> served;
  for (Index p = 0; p < ring; ++p) served.push_back(served_by(tiles, p, ring));
  const auto count = [&](Index from, Index to) {
    const auto& all = served[static_cast<std::size_t>(from)];
    return std::count(all.begin(), all.end(), to);
  };
  for (Index p = 0; p < ring; ++p) {
    std::map<Index, Index> asked;
    std::vector<Index> here;
    for (std::size_t v = 0; v < tiles.visits(p).size(); ++v) {
      const auto& needed = tiles.visits(p)[v].positions;
      std::erase_if(here, [&](Index q) {
        return std::find(needed.begin(), needed.end(), q) == needed.end();
      });
      for (const Index q : sent_for(tiles, p, v)) {
        ++asked[q];
        here.push_back(q);
      }
      for (const Index q : needed) {
        ASSERT_EQ(std::count(here.begin(), here.end(), q), q == p ? 0 : 1) << p << " of " << ring;
      }
    }
    for (Index q = 0; q < ring; ++q) ASSERT_EQ(count(q, p), asked[q]) << q << " to " << p;
  }
}

TEST(Visits, have_what_they_need_and_nothing_else_is_sent) {
  for (const Given& given : all_kinds(2, 500)) {
    if (given.domain().everything()) continue;
    const DomainTiles<2> tiles(given.domain(), Partition(500, 16));
    for (const Index ring : {1, 2, 3, 7, 40}) {
      expect_served(RingTiles<2>(tiles.list(), tiles.partition().blocks(), ring), ring);
    }
  }
  for (const Given& given : all_kinds(3, 160)) {
    if (given.domain().everything()) continue;
    const DomainTiles<3> tiles(given.domain(), Partition(160, 16));
    for (const Index ring : {1, 2, 3, 5, 12}) {
      expect_served(RingTiles<3>(tiles.list(), tiles.partition().blocks(), ring), ring);
    }
  }
}

TEST(Visits, are_served_in_the_order_in_which_they_come) {
  // set by rest: the owner of the set sends to each of the others once, before anything else
  const Index n = 1600;
  const Domain sets = Domain::of_sets(n, {domains::numbers(0, 16), domains::numbers(16, n)});
  const DomainTiles<2> tiles(sets, Partition(n, 16));
  const RingTiles<2> shares(tiles.list(), tiles.partition().blocks(), 10);
  const auto to = served_by(shares, 0, 10);
  EXPECT_EQ(to, (std::vector<Index>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

}  // namespace
}  // namespace encke
