#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <encke/distributed/grid.hpp>
#include <encke/distributed/whole_problem.hpp>

#include "mpi/solve.hpp"
#include "mpi/world.hpp"
#include "support/genotypes.hpp"
#include "support/values.hpp"

namespace encke {
namespace {

using test::error_of;
using test::factorisations;
using test::world;

TEST(GridOfRanks, has_each_rank_once_at_the_place_that_its_number_says) {
  for (const Decomposition& d : factorisations(world().size())) {
    const Grid grid(world(), d);
    EXPECT_EQ(grid.ring().size(), d.vector);
    EXPECT_EQ(grid.field_group().size(), d.field);
    const int number =
        (grid.replica() * d.vector + grid.ring().rank()) * d.field + grid.field_group().rank();
    EXPECT_EQ(number, world().rank());
    const std::int64_t mine[] = {number};
    // Those of a ring differ in position alone, those of a group in the place on it alone.
    const auto ring = grid.ring().all_gather(mine), group = grid.field_group().all_gather(mine);
    for (std::size_t i = 0; i < ring.size(); ++i) {
      EXPECT_EQ(ring[i] - ring[0], static_cast<std::int64_t>(i) * d.field);
    }
    for (std::size_t i = 0; i < group.size(); ++i) {
      EXPECT_EQ(group[i] - group[0], static_cast<std::int64_t>(i));
    }
  }
}

TEST(GridOfRanks, shares_out_all_vectors_and_fields_once) {
  for (const Decomposition& d : factorisations(world().size())) {
    const Grid grid(world(), d);
    for (const Index vectors : {1, 40, 173}) {
      const Partition partition(vectors, 16);
      Range before{0, 0}, blocks{0, 0};
      for (int p = 0; p < d.vector; ++p) {
        EXPECT_EQ(grid.owned_vectors(partition, p).begin, before.end);
        EXPECT_EQ(grid.owned_blocks(partition, p).begin, blocks.end);
        before = grid.owned_vectors(partition, p);
        blocks = grid.owned_blocks(partition, p);
      }
      EXPECT_EQ(before.end, vectors);
      EXPECT_EQ(blocks.end, partition.blocks());
    }
    for (const Index fields : {1, 64, 1000}) {
      Range before{0, 0};
      for (int place = 0; place < d.field; ++place) {
        const Range part = grid.fields(fields, 64, place);
        EXPECT_EQ(part.begin, before.end);
        EXPECT_TRUE(part.begin % 64 == 0 || part.size() == 0);
        before = part;
      }
      EXPECT_EQ(before.end, fields);
    }
  }
}

TEST(GridOfRanks, refuses_a_product_that_is_not_their_number) {
  const int ranks = world().size();
  for (const Decomposition& d : {Decomposition{ranks + 1, 1, 1}, {ranks, 2, 1}, {0, ranks, 1}}) {
    EXPECT_EQ(error_of([&] { Grid(world(), d); }).failure(), Failure::command_line);
  }
}

TEST(PartsOfRanks, that_do_not_fit_on_one_rank_are_refused_on_all) {
  const PackedVectors vectors = test::pack(test::random_genotypes(20, 30, 0, 1));
  PackedVectors masked = test::pack(test::random_genotypes(20, 30, 0, 1));
  masked.keep_masks();
  const Partition partition(20, 16);
  const Grid grid(world(), {1, 1, world().size()});
  RankVectors mine = RankVectors::whole(vectors, partition);
  EXPECT_NO_THROW(check_parts(mine, grid));
  const bool last = world().rank() == world().size() - 1;
  if (last) mine.fields = 31;
  EXPECT_EQ(error_of([&] { check_parts(mine, grid); }).failure(), Failure::inconsistent);
  if (world().size() == 1) return;
  const auto some_masked = RankVectors::whole(last ? masked : vectors, partition);
  EXPECT_EQ(error_of([&] { check_parts(some_masked, grid); }).failure(), Failure::inconsistent);
}

}  // namespace
}  // namespace encke
