#include <gtest/gtest.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/schedule/multiset.hpp>
#include <encke/schedule/orbit.hpp>
#include <encke/schedule/orbit_order.hpp>
#include <encke/schedule/ring_work.hpp>
#include <encke/schedule/tile_selection.hpp>
#include <random>
#include <set>
#include <type_traits>
#include <vector>

namespace encke::test::ring_work_test {
namespace {

using encke::Array;
using encke::Index;
using encke::OrbitOrder;
using encke::Range;
using encke::RingWork;
using encke::TileSelection;

template <class Way>
class Ring : public ::testing::Test {};
using Ways = ::testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(Ring, Ways);

constexpr Index largest_ring(int way) { return way == 2 ? 24 : 12; }
constexpr Index largest_blocks(int way) { return way == 2 ? 40 : 18; }

/// Adds one visit to the tile of each id that a ring computes of a selection. Checks on the way
/// what is true of each position and step.
template <int Way>
void visit_all(Index blocks, Index ring, const TileSelection& selection, std::vector<int>& visits) {
  const auto keep = [&](const Array<Index, Way>& tile) { return selection.keeps<Way>(tile); };
  for (Index position = 0; position < ring; ++position) {
    const RingWork<Way> work(blocks, ring, position);
    for (Index step = 0; step < work.steps(); ++step) {
      const Array<Index, Way> owners = work.positions(step);
      Index tiles = 0;
      Array<Index, Way> last{};
      work.for_each_tile(step, keep, [&](const Array<Index, Way>& tile) {
        ASSERT_TRUE(tiles == 0 || last < tile);
        for (int v = 0; v < Way; ++v) ASSERT_TRUE(work.owned(owners[v]).contains(tile[v]));
        ++visits.at(static_cast<std::size_t>(encke::multiset_rank(tile)));
        last = tile;
        ++tiles;
      });
      ASSERT_EQ(work.any(step, keep), tiles > 0) << position << " step " << step;
      if (selection.everything()) {
        ASSERT_EQ(work.tiles(step), tiles) << position << " step " << step;
      }
    }
  }
}

/// Expects the tiles that `selection` keeps to be visited once and the others not at all.
template <int Way>
void expect_once(const std::vector<int>& visits, const TileSelection& selection) {
  for (std::size_t id = 0; id < visits.size(); ++id) {
    const auto tile = encke::multiset_unrank<Way>(static_cast<Index>(id));
    ASSERT_EQ(visits[id], selection.keeps<Way>(tile) ? 1 : 0) << "tile " << id;
  }
}

TYPED_TEST(Ring, computes_every_tile_once) {
  constexpr int way = TypeParam::value;
  for (Index ring = 1; ring <= largest_ring(way); ++ring) {
    for (Index blocks = 0; blocks <= largest_blocks(way); ++blocks) {
      std::vector<int> visits(static_cast<std::size_t>(encke::multiset_count<way>(blocks)));
      visit_all<way>(blocks, ring, {}, visits);
      expect_once<way>(visits, {});
      if (this->HasFatalFailure()) FAIL() << "ring " << ring << " blocks " << blocks;
    }
  }
}

/// Some ids of tiles, each with this probability.
std::vector<Index> random_ids(Index count, double probability, std::mt19937_64& random) {
  std::bernoulli_distribution picked(probability);
  std::vector<Index> ids;
  for (Index id = 0; id < count; ++id) {
    if (picked(random)) ids.push_back(id);
  }
  return ids;
}

TYPED_TEST(Ring, computes_every_selected_tile_once_over_all_replicas) {
  constexpr int way = TypeParam::value;
  std::mt19937_64 random(7);
  for (Index ring = 1; ring <= largest_ring(way); ++ring) {
    for (Index blocks = ring % 3; blocks <= largest_blocks(way); blocks += 5) {
      const OrbitOrder<way> order(blocks);
      const Range all{0, order.count()};
      const auto done = random_ids(order.count(), 0.3, random);
      for (const Index n : {1, 2, 3, 7}) {
        // phase of stage of shard: any part of the tiles; the replicas share it
        Range part = order.share(all, {ring % n, n});
        part = order.share(part, {(n - 1) / 2, n});
        if (n < 7) part = order.share(part, {0, 2});
        std::vector<int> visits(static_cast<std::size_t>(order.count()));
        for (Index replica = 0; replica < n; ++replica) {
          visit_all<way>(blocks, ring, {order, order.share(part, {replica, n}), done}, visits);
        }
        expect_once<way>(visits, {order, part, done});
        if (this->HasFatalFailure())
          FAIL() << "ring " << ring << " blocks " << blocks << " n " << n;
      }
    }
  }
}

TYPED_TEST(Ring, computes_every_tile_once_over_all_nested_parts) {
  constexpr int way = TypeParam::value;
  for (const Index ring : {1, 2, 3, 4, 6, 9}) {
    const Index blocks = 2 * ring + 1;
    const OrbitOrder<way> order(blocks);
    std::vector<int> visits(static_cast<std::size_t>(order.count()));
    for (Index phase = 0; phase < 3; ++phase) {
      const Range of_phase = order.share({0, order.count()}, {phase, 3});
      for (Index stage = 0; stage < 2; ++stage) {
        const Range of_stage = order.share(of_phase, {stage, 2});
        for (Index shard = 0; shard < 7; ++shard) {
          visit_all<way>(blocks, ring, {order, order.share(of_stage, {shard, 7})}, visits);
        }
      }
    }
    expect_once<way>(visits, {});
    if (this->HasFatalFailure()) FAIL() << "ring " << ring;
  }
}

TYPED_TEST(Ring, needs_the_same_offsets_at_the_same_step) {
  constexpr int way = TypeParam::value;
  for (const Index ring : {1, 2, 3, 4, 5, 6, 12, 35, 36}) {
    for (Index position = 0; position < ring; ++position) {
      const RingWork<way> work(2 * ring, ring, position);
      ASSERT_EQ(work.steps(), encke::OrbitSchedule<way>(ring).steps());
      for (Index step = 0; step < work.steps(); ++step) {
        EXPECT_EQ(work.offsets(step), RingWork<way>(0, ring, 0).offsets(step));
        EXPECT_EQ(work.offsets(step).front(), 0);
        std::vector<Index> expected;
        for (const Index offset : work.offsets(step))
          expected.push_back((position + offset) % ring);
        std::sort(expected.begin(), expected.end());
        const Array<Index, way> positions = work.positions(step);
        EXPECT_TRUE(std::equal(positions.begin(), positions.end(), expected.begin()));
      }
    }
  }
}

TYPED_TEST(Ring, needs_no_more_others_in_two_steps_than_it_says) {
  constexpr int way = TypeParam::value;
  for (Index ring = 1; ring <= largest_ring(way); ++ring) {
    const RingWork<way> work(ring, ring, 0);
    for (Index step = 0; step < work.steps(); ++step) {
      for (Index other = 0; other < step; ++other) {
        std::set<Index> others;
        for (const Index offset : work.offsets(step)) others.insert(offset);
        for (const Index offset : work.offsets(other)) others.insert(offset);
        others.erase(0);
        EXPECT_LE(static_cast<Index>(others.size()), RingWork<way>::most_others(ring)) << ring;
      }
    }
  }
}

TYPED_TEST(Ring, stops_looking_at_the_first_tile) {
  constexpr int way = TypeParam::value;
  const RingWork<way> work(40, 5, 2);
  Index asked = 0;
  const auto second = [&](const Array<Index, way>&) { return ++asked == 2; };
  EXPECT_TRUE(work.any(1, second));
  EXPECT_EQ(asked, 2);
}

TYPED_TEST(Ring, refuses_positions_it_does_not_have) {
  constexpr int way = TypeParam::value;
  EXPECT_THROW(RingWork<way>(4, 0, 0), encke::Error);
  EXPECT_THROW(RingWork<way>(4, -1, 0), encke::Error);
  EXPECT_THROW(RingWork<way>(4, 3, 3), encke::Error);
  EXPECT_THROW(RingWork<way>(4, 3, -1), encke::Error);
  EXPECT_THROW(RingWork<way>(-1, 3, 0), encke::Error);
  try {
    RingWork<way>(4, 3, 5);
    FAIL();
  } catch (const encke::Error& error) {
    EXPECT_EQ(error.failure(), encke::Failure::inconsistent);
    EXPECT_STREQ(error.what(),
                 "position 5 of a ring of 3 with 4 blocks: expected a position below the ring's "
                 "and 0 to 2000000 blocks");
  }
}

TEST(RingOfPairs, shares_the_half_step_of_two_ranks) {
  // positions own blocks {0, 1} and {2, 3}; step 1 has the rectangles 02 03 12 13
  const auto all = [](const Array<Index, 2>&) { return true; };
  std::vector<Array<Index, 2>> low;
  std::vector<Array<Index, 2>> high;
  RingWork<2>(4, 2, 0).for_each_tile(1, all, [&](const auto& tile) { low.push_back(tile); });
  RingWork<2>(4, 2, 1).for_each_tile(1, all, [&](const auto& tile) { high.push_back(tile); });
  EXPECT_EQ(low, (std::vector<Array<Index, 2>>{{0, 2}, {1, 2}}));
  EXPECT_EQ(high, (std::vector<Array<Index, 2>>{{0, 3}, {1, 3}}));
}

}  // namespace
}  // namespace encke::test::ring_work_test
