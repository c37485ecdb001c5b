// How a problem is cut for replicas and parts, and what of it is planned for one of them.
#include <gtest/gtest.h>

#include <encke/backend/backend.hpp>
#include <encke/backend/registry.hpp>
#include <encke/distributed/work_share.hpp>
#include <encke/run/estimate.hpp>

namespace encke {
namespace {

std::unique_ptr<TileBackend> backend() { return make_backend("reference", {}); }

Partition partition_for(const Plan& plan, Index vectors, const Decomposition& ranks) {
  ProblemExtents problem{.vectors = vectors, .fields = 500, .cells = 4, .vector_bytes = 1 << 20};
  problem.ranks = ranks;
  return Partition::of_blocks(vectors, estimate(plan, problem, *backend()).blocks);
}

TEST(EstimateOfShares, gives_each_replica_several_tiles_of_64_vectors_or_more) {
  for (const int way : {2, 3}) {
    for (const Decomposition& ranks :
         {Decomposition{1, 1, 4}, {1, 2, 8}, {2, 1, 2}, {3, 1, 3}, {4, 1, 8}}) {
      const auto partition = partition_for({.way = way}, 4096, ranks);
      const auto all = tuple_count(way, 4096);
      const auto busiest = work_share({.way = way}, partition, ranks).busiest;
      const double even = static_cast<double>(all) / (ranks.vector * ranks.replica);
      EXPECT_LT(static_cast<double>(busiest), 1.25 * even) << way << ranks.replica;
      EXPECT_EQ(partition.blocks() % ranks.vector, 0);
      EXPECT_GE(partition.largest_block(), 64);
    }
  }
  EXPECT_GE(partition_for({}, 100, {1, 1, 8}).largest_block(), 48);  // too few to be cut smaller
}

TEST(EstimateOfShares, gives_each_part_several_tiles_that_rings_of_any_size_share_evenly) {
  for (const Index parts : {1, 2, 6, 20, 50}) {
    const Plan plan{.shares = {{0, 0, parts}}};
    const auto partition = partition_for(plan, 8192, {});
    EXPECT_GE(partition.largest_block(), 64);
    for (const int ring : {1, 2, 3, 4, 6}) {
      const auto share = work_share(plan, partition, {ring, 1, 1});
      EXPECT_GE(share.tiles, 8);
      if (parts > 6) continue;
      const double even = static_cast<double>(share.tuples) / ring;
      EXPECT_LT(static_cast<double>(share.busiest), 1.3 * even) << parts << " on " << ring;
    }
  }
}

TEST(EstimateOfShares, does_not_look_at_every_step_of_a_huge_ring) {
  // 1.7e11 steps of positions, most of them without a tile
  const Partition partition = Partition::of_blocks(1600, 100);
  const WorkShare share = work_share({.way = 3}, partition, {10'000, 1, 1});
  EXPECT_EQ(share.tiles, 171'700);
  EXPECT_EQ(share.tuples, tuple_count(3, 1600));
  EXPECT_EQ(share.busiest, divide_up(share.tuples, 10'000));
  const Partition few = Partition::of_blocks(64, 4);  // 10 tiles: that many ranks have work
  EXPECT_EQ(work_share({.way = 2}, few, {10'000, 1, 1}).busiest, divide_up(64 * 63 / 2, 10));
}

TEST(EstimateOfShares, counts_the_work_of_the_shares) {
  Index tiles = 0, tuples = 0;
  for (Index part = 0; part < 6; ++part) {
    const Plan plan{.shares = {{part, part, 6}}};
    const auto e = estimate(plan, {.vectors = 8192, .fields = 512, .cells = 4}, *backend());
    EXPECT_GT(e.tiles, 0);
    EXPECT_NEAR(static_cast<double>(e.tuples), 8192. * 8191 / 12, 8192. * 8191 / 12 / 10);
    EXPECT_EQ(e.values, 4 * e.tuples);
    EXPECT_EQ(e.comparisons, 512. * static_cast<double>(e.tuples));
    tiles += e.tiles;
    tuples += e.tuples;
    EXPECT_LE(tiles, e.blocks * (e.blocks + 1) / 2);
  }
  EXPECT_EQ(tuples, tuple_count(2, 8192));
  const Plan nothing{.block = 4096, .shares = {{3, 3, 6}}};  // three tiles
  EXPECT_EQ(estimate(nothing, {.vectors = 8192, .fields = 512}, *backend()).tiles, 0);
}

TEST(EstimateOfShares, counts_the_comparisons_of_the_rank_that_has_most) {
  ProblemExtents problem{.vectors = 4096, .fields = 512};
  problem.ranks = {1, 2, 4};
  Plan plan;
  plan.blocks = 1;  // one tile for four replicas
  const auto uneven = estimate(plan, problem, *backend());
  EXPECT_EQ(uneven.comparisons_of_rank, uneven.comparisons / 2);  // of half of the fields
  plan.blocks = 0;
  const auto even = estimate(plan, problem, *backend());
  EXPECT_LT(even.comparisons_of_rank, uneven.comparisons_of_rank / 3);
  EXPECT_GE(even.comparisons_of_rank, uneven.comparisons_of_rank / 4);
}

TEST(EstimateOfShares, counts_whole_blocks_of_vectors_and_whole_units_of_fields) {
  ProblemExtents problem{.vectors = 8192, .fields = 512, .vector_bytes = 8192 * 64};
  problem.ranks = {4, 1, 1};
  Plan plan;
  plan.blocks = 2;  // of four ranks two have a block each
  EXPECT_EQ(estimate(plan, problem, *backend()).vector_bytes, 4096 * 64);
  plan.blocks = 8;
  EXPECT_EQ(estimate(plan, problem, *backend()).vector_bytes, 2048 * 64);
  problem.ranks = {1, 3, 1};  // 8 words of fields: 3, 3 and 2
  EXPECT_EQ(estimate(plan, problem, *backend()).vector_bytes, 8192 * 24);
}

}  // namespace
}  // namespace encke
