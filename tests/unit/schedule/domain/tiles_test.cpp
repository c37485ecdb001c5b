#include <gtest/gtest.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/schedule/domain/tiles.hpp>
#include <encke/schedule/ring_tiles.hpp>
#include <encke/schedule/slice.hpp>
#include <encke/schedule/tile.hpp>
#include <map>
#include <set>
#include <type_traits>
#include <vector>

#include "support/domains.hpp"

namespace encke::test::tiles_test {
namespace {

using domains::all_kinds;
using domains::Given;
using encke::Array;
using encke::Domain;
using encke::DomainTile;
using encke::DomainTiles;
using encke::Index;
using encke::Partition;
using encke::Range;
using encke::RingTiles;
using encke::Slice;

template <class Way>
class DomainTilesOf : public ::testing::Test {};
using Ways = ::testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(DomainTilesOf, Ways);

constexpr Index most_ranks = 120;

constexpr Index many(int way) { return way == 2 ? 1100 : 330; }

/// The tiles that have tuples, by asking for each.
template <int Way>
std::map<Index, Index> tuples_by_place(const Domain& domain, const Partition& partition) {
  const encke::OrbitOrder<Way> order(partition.blocks());
  std::map<Index, Index> found;
  for (Index place = 0; place < order.count(); ++place) {
    const auto tile = encke::make_tile<Way>(partition, order.blocks(place));
    if (const Index tuples = domain.tuples(tile.ranges); tuples > 0) found[place] = tuples;
  }
  return found;
}

TYPED_TEST(DomainTilesOf, lists_every_tile_that_has_tuples) {
  constexpr int way = TypeParam::value;
  for (const Given& given : all_kinds(way, many(way))) {
    const Partition partition(given.vectors, 32);
    const DomainTiles<way> tiles(given.domain(), partition);
    const auto expected = tuples_by_place<way>(given.domain(), partition);
    ASSERT_EQ(tiles.listed(), !given.domain().everything());
    ASSERT_EQ(tiles.tiles(tiles.places()), std::ssize(expected)) << given.name;
    EXPECT_EQ(tiles.tuples(tiles.places()), given.domain().tuples(way, given.vectors));
    for (Index place = 0; place < tiles.order().count(); ++place) {
      const auto blocks = tiles.order().blocks(place);
      ASSERT_EQ(tiles.has(blocks), expected.contains(place)) << given.name << " " << place;
      const Index tuples = expected.contains(place) ? expected.at(place) : 0;
      ASSERT_EQ(tiles.tuples({place, place + 1}), tuples) << given.name << " " << place;
    }
  }
}

TYPED_TEST(DomainTilesOf, counts_and_shares_alike_where_tiles_are_too_many_to_list) {
  constexpr int way = TypeParam::value;
  for (const Given& given : all_kinds(way, 200)) {
    const Partition partition(given.vectors, 16);
    const DomainTiles<way> listed(given.domain(), partition);
    const DomainTiles<way> tiles(given.domain(), partition, 1);
    EXPECT_EQ(tiles.tuples({3, 40}), listed.tuples({3, 40})) << given.name;
    Index next = 0;
    for (Index k = 0; k < 7; ++k) {
      const Range share = tiles.share(tiles.places(), {k, 7});
      EXPECT_EQ(share.begin, next);
      next = share.end;
    }
    EXPECT_EQ(next, tiles.order().count());
    for (Index place = 0; place < tiles.order().count(); ++place) {
      const auto blocks = tiles.order().blocks(place);
      ASSERT_EQ(tiles.has(blocks), listed.has(blocks)) << given.name;
    }
  }
}

/// Expects n shares of `places` to be contiguous, to cover it, and to be even to one tile.
template <int Way>
void expect_shares(const DomainTiles<Way>& tiles, Range places, Index n, const std::string& name) {
  Index largest = 0;
  for (const auto& tile : tiles.list()) largest = std::max(largest, tile.tuples);
  const double ideal = static_cast<double>(tiles.tuples(places)) / static_cast<double>(n);
  Index next = places.begin;
  for (Index k = 0; k < n; ++k) {
    const Range share = tiles.share(places, {k, n});
    ASSERT_EQ(share.begin, next) << name << " " << k << " of " << n;
    ASSERT_LE(share.begin, share.end) << name;
    const auto tuples = static_cast<double>(tiles.tuples(share));
    ASSERT_LE(std::abs(tuples - ideal), static_cast<double>(largest)) << name << " " << n;
    next = share.end;
  }
  ASSERT_EQ(next, places.end) << name << " " << n;
}

TYPED_TEST(DomainTilesOf, shares_are_contiguous_complete_and_even_for_every_number_to_120) {
  constexpr int way = TypeParam::value;
  for (const Given& given : all_kinds(way, many(way))) {
    if (given.domain().everything()) continue;
    const DomainTiles<way> tiles(given.domain(), Partition(given.vectors, 16));
    for (Index n = 1; n <= most_ranks; ++n) {
      expect_shares(tiles, tiles.places(), n, given.name);
      const Range third = tiles.share(tiles.places(), {1, 3});
      expect_shares(tiles, third, n, given.name + ", of a third");
      if (this->HasFatalFailure()) return;
    }
  }
}

TYPED_TEST(DomainTilesOf, shares_of_all_tuples_are_those_of_orbit_order) {
  constexpr int way = TypeParam::value;
  for (Index blocks = 0; blocks <= 20; ++blocks) {
    const auto partition = Partition::of_blocks(blocks * 16, blocks);
    const DomainTiles<way> tiles(Domain(), partition);
    for (const Index n : {1, 2, 3, 7, 120}) {
      for (Index k = 0; k < n; ++k) {
        ASSERT_EQ(tiles.share(tiles.places(), {k, n}), tiles.order().share(tiles.places(), {k, n}));
      }
    }
    EXPECT_EQ(tiles.tiles(tiles.places()), encke::tile_count<way>(partition));
    EXPECT_EQ(tiles.tuples(tiles.places()), encke::tuple_count(way, partition.vectors()));
  }
}

/// Expects a ring to compute each tile once, where its visits say, and evenly to one tile.
template <int Way>
void expect_ring(const DomainTiles<Way>& all, Index ring, const std::string& name) {
  const Index blocks = all.partition().blocks();
  const RingTiles<Way> tiles(all.list(), blocks, ring);
  Index largest = 0, sum = 0;
  std::set<Index> places;
  for (const auto& tile : all.list()) largest = std::max(largest, tile.tuples);
  const double ideal = static_cast<double>(all.tuples(all.places())) / static_cast<double>(ring);
  for (Index position = 0; position < ring; ++position) {
    Index tuples = 0;
    for (const auto& visit : tiles.visits(position)) {
      ASSERT_GT(visit.tiles.size(), 0) << name << " " << ring;
      for (Index t = visit.tiles.begin; t < visit.tiles.end; ++t) {
        const DomainTile<Way>& tile = tiles.tiles()[static_cast<std::size_t>(t)];
        ASSERT_TRUE(places.insert(tile.place).second) << name << " " << ring;
        tuples += tile.tuples;
        for (int v = 0; v < Way; ++v) {
          const Range owned = Slice{visit.positions[v], ring}.of({0, blocks});
          ASSERT_TRUE(owned.contains(tile.blocks[v])) << name << " " << ring;
        }
      }
    }
    ASSERT_EQ(tiles.tuples(position), tuples) << name << " " << ring;
    ASSERT_LE(std::abs(static_cast<double>(tuples) - ideal), static_cast<double>(largest))
        << name << " " << position << " of " << ring;
    sum += tuples;
  }
  ASSERT_EQ(std::ssize(places), std::ssize(all.list())) << name << " " << ring;
  ASSERT_EQ(sum, all.tuples(all.places())) << name << " " << ring;
}

TYPED_TEST(DomainTilesOf, rings_of_up_to_120_compute_each_tile_once_and_evenly) {
  constexpr int way = TypeParam::value;
  for (const Given& given : all_kinds(way, many(way))) {
    if (given.domain().everything()) continue;
    const DomainTiles<way> tiles(given.domain(), Partition(given.vectors, way == 2 ? 16 : 32));
    for (Index ring = 1; ring <= most_ranks; ++ring) {
      expect_ring(tiles, ring, given.name);
      if (this->HasFatalFailure()) return;
    }
  }
}

TEST(RingTiles, meets_few_positions_in_a_narrow_window) {
  const Domain narrow = Domain::of_window(encke::Window::within_places(120 * 1024, 100));
  const DomainTiles<2> tiles(narrow, Partition(120 * 1024, 128));
  for (Index ring = 1; ring <= most_ranks; ++ring) {
    const RingTiles<2> shares(tiles.list(), tiles.partition().blocks(), ring);
    for (Index position = 0; position < ring; ++position) {
      std::set<Index> met;
      for (const auto& visit : shares.visits(position)) {
        met.insert(visit.positions.begin(), visit.positions.end());
      }
      ASSERT_LE(met.size(), 3U) << position << " of " << ring;
    }
  }
}

TEST(RingTiles, meets_a_small_set_once) {
  const Index n = 120 * 128;
  const Domain sets = Domain::of_sets(n, {domains::numbers(0, 16), domains::numbers(0, n)});
  const DomainTiles<2> tiles(sets, Partition(n, 16));
  const RingTiles<2> shares(tiles.list(), tiles.partition().blocks(), 120);
  for (Index position = 0; position < 120; ++position) {
    EXPECT_LE(shares.visits(position).size(), 3U) << position;
  }
}

TEST(RingTiles, refuses_rings_that_do_not_exist) {
  for (const Index ring : {Index{0}, Index{-1}, encke::multiset_limit + 1}) {
    EXPECT_THROW(RingTiles<2>({}, 3, ring), encke::Error);
  }
  EXPECT_TRUE(RingTiles<3>({}, 0, 3).visits(2).empty());
}

}  // namespace
}  // namespace encke::test::tiles_test
