#include <gtest/gtest.h>

#include <encke/distributed/steps.hpp>
#include <memory>
#include <set>

#include "support/genotypes.hpp"

// One process stands for any position of a ring: what it would compute does not depend on others.

namespace encke {
namespace {

constexpr auto all = [](const auto&) { return true; };

template <int Way>
std::set<Index> ids_of(const TileSelection& selection, Index blocks) {
  std::set<Index> ids;
  RingWork<Way>(blocks, 1, 0)
      .for_each_tile(
          0, [&](const Array<Index, Way>& tile) { return selection.keeps(tile); },
          [&](const Array<Index, Way>& tile) { ids.insert(multiset_rank(tile)); });
  return ids;
}

template <int Way>
void expect_shares_make_the_whole(Index vectors, int phases, int stages) {
  const Partition partition(vectors, 16);
  std::set<Index> seen;
  std::size_t tiles = 0;
  for (int phase = 0; phase < phases; ++phase) {
    for (int stage = 0; stage < stages; ++stage) {
      const Plan plan{.way = Way, .shares = {{phase, phase, phases}, {stage, stage, stages}}};
      const DomainTiles<Way> tiles_of(plan.domain, partition);
      const auto ids = ids_of<Way>(select_tiles(tiles_of, plan, {0, 1}), partition.blocks());
      tiles += ids.size();
      seen.insert(ids.begin(), ids.end());
    }
  }
  EXPECT_EQ(static_cast<Index>(tiles), tile_count<Way>(partition));
  EXPECT_EQ(seen.size(), tiles) << "a tile in two shares";
}

TEST(Steps, shares_of_shares_have_each_tile_once) {
  for (const int phases : {1, 2, 5}) {
    for (const int stages : {1, 2, 3, 7}) {
      expect_shares_make_the_whole<2>(160, phases, stages);
      expect_shares_make_the_whole<3>(100, phases, stages);
    }
  }
}

TEST(Steps, several_shares_at_once_are_those_one_by_one) {
  const DomainTiles<2> tiles(Domain(), Partition(320, 16));
  const Range some = shared_places(tiles, {{1, 3, 7}});
  EXPECT_EQ(some.begin, shared_places(tiles, {{1, 1, 7}}).begin);
  EXPECT_EQ(some.end, shared_places(tiles, {{3, 3, 7}}).end);
  EXPECT_EQ(shared_places(tiles, {}), (Range{0, 210}));
}

TEST(Steps, tiles_that_are_done_are_left_out) {
  const Partition partition(100, 16);
  Plan plan;
  plan.done = std::make_shared<const std::vector<Index>>(std::vector<Index>{0, 3, 27});
  const auto ids = ids_of<2>(select_tiles(DomainTiles<2>(Domain(), partition), plan, {0, 1}),
                             partition.blocks());
  EXPECT_EQ(static_cast<Index>(ids.size()), tile_count<2>(partition) - 3);
  for (const Index id : {0, 3, 27}) EXPECT_FALSE(ids.contains(id));
}

template <class Keep>
std::vector<Index> needed(const RingWork<3>& work, const Keep& keep) {
  const Communicator alone;
  NeededSteps<3, Keep> steps(work, keep, alone);
  std::vector<Index> found;
  while (const auto step = steps.next()) found.push_back(*step);
  EXPECT_FALSE(steps.next()) << "more after the end";
  return found;
}

TEST(Steps, needed_are_those_with_a_tile_in_any_batch) {
  const RingWork<3> work(200, 200, 17);
  ASSERT_GT(work.steps(), 4096);  // more than are asked about at once
  const auto rare = [](const Array<Index, 3>& tile) {
    return (tile[0] * tile[1] + tile[2]) % 1009 == 0;
  };
  std::vector<Index> expected;
  for (Index step = 0; step < work.steps(); ++step) {
    if (work.any(step, rare)) expected.push_back(step);
  }
  ASSERT_GT(expected.size(), 3U);
  ASSERT_GT(expected.back(), 4096);
  EXPECT_EQ(needed(work, rare), expected);
  EXPECT_TRUE(needed(work, [](const auto&) { return false; }).empty());
  EXPECT_GE(static_cast<Index>(needed(work, all).size()), work.steps() - 1);
}

template <int Way>
void expect_tuples_add_up(Index vectors, Index ring, const TileSelection& selected,
                          Index expected) {
  const Partition partition(vectors, 16);
  const DomainTiles<Way> tiles(Domain(), partition);
  Index tuples = 0;
  for (Index position = 0; position < ring; ++position) {
    const RingWork<Way> work(partition.blocks(), ring, position);
    tuples += tuples_of_rank(work, selected, tiles, static_cast<int>(ring));
  }
  EXPECT_EQ(tuples, expected) << Way << "-way, ring of " << ring;
}

TEST(Steps, tuples_of_all_positions_are_those_of_the_problem) {
  for (const Index ring : {1, 2, 3, 5, 6, 12}) {
    expect_tuples_add_up<2>(201, ring, {}, tuple_count(2, 201));
    expect_tuples_add_up<3>(90, ring, {}, tuple_count(3, 90));
  }
}

TEST(Steps, tuples_of_what_is_left_are_those_of_its_tiles) {
  const OrbitOrder<2> order(7);
  const TileSelection without_first(order, {0, order.count()}, {0});  // of block 0 with itself
  for (const Index ring : {1, 2, 5}) {
    expect_tuples_add_up<2>(112, ring, without_first, tuple_count(2, 112) - tuple_count(2, 16));
  }
}

TEST(Steps, visits_each_needed_step_when_its_vectors_are_there) {
  const PackedVectors vectors = test::pack(test::random_genotypes(40, 10, 0, 1));
  const Partition partition(40, 16);
  const RankVectors mine = RankVectors::whole(vectors, partition);
  BlockExchange exchange(Communicator(), mine, owned_vectors(partition, Grid()));
  const RingWork<2> work(partition.blocks(), 1, 0);
  int visits = 0;
  for_each_step(work, all, Communicator(), exchange, [&](Index step) {
    EXPECT_EQ(step, 0);
    EXPECT_EQ(exchange.at(0).parts, mine.parts);
    ++visits;
  });
  EXPECT_EQ(visits, 1);
  const auto none = [](const auto&) { return false; };
  for_each_step(work, none, Communicator(), exchange, [&](Index) { ++visits; });
  EXPECT_EQ(visits, 1);
}

}  // namespace
}  // namespace encke
