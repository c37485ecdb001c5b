#include <gtest/gtest.h>

#include <algorithm>
#include <encke/schedule/domain/domain.hpp>
#include <encke/schedule/orbit.hpp>
#include <encke/schedule/tile.hpp>
#include <vector>

namespace encke::test::tile_test {
namespace {

using encke::Array;
using encke::Domain;
using encke::Index;
using encke::OrbitSchedule;
using encke::OrbitStep;
using encke::Partition;
using encke::Range;
using encke::Shape;
using encke::Tile;

constexpr Index awkward[] = {0, 1, 2, 3, 15, 16, 17, 31, 33, 47, 48, 49, 64, 65, 100, 127, 200};

template <int Way>
void expect_tiles_hold_every_tuple() {
  for (const Index vectors : awkward) {
    for (const Index block : {16, 32, 48, 64, 1024}) {
      const Partition partition(vectors, block);
      Index tuples = 0;
      for (Index id = 0; id < encke::tile_count<Way>(partition); ++id) {
        tuples += Domain().tuples(encke::tile_from_id<Way>(partition, id).ranges);
      }
      EXPECT_EQ(tuples, encke::tuple_count(Way, vectors)) << vectors << " by " << block;
    }
  }
}

TEST(Tile, tiles_of_a_partition_hold_every_pair) { expect_tiles_hold_every_tuple<2>(); }
TEST(Tile, tiles_of_a_partition_hold_every_triple) { expect_tiles_hold_every_tuple<3>(); }

TEST(Tile, tuple_counts_equal_those_enumerated) {
  const Partition partition(49, 16);  // blocks of 16, 16, 16 and 1
  for (Index id = 0; id < encke::tile_count<3>(partition); ++id) {
    const Tile<3> tile = encke::tile_from_id<3>(partition, id);
    Index tuples = 0;
    for (Index i = tile.ranges[0].begin; i < tile.ranges[0].end; ++i) {
      for (Index j = std::max(i + 1, tile.ranges[1].begin); j < tile.ranges[1].end; ++j) {
        tuples += std::max<Index>(0, tile.ranges[2].end - std::max(j + 1, tile.ranges[2].begin));
      }
    }
    EXPECT_EQ(Domain().tuples(tile.ranges), tuples) << id;
  }
}

template <int Way>
void expect_ids_dense_and_unique_over_the_ring() {
  for (const Index vectors : awkward) {
    const Partition partition(vectors, 16);
    std::vector<int> visits(static_cast<std::size_t>(encke::tile_count<Way>(partition)));
    OrbitSchedule<Way>(partition.blocks()).for_each([&](const OrbitStep<Way>& step) {
      ++visits.at(static_cast<std::size_t>(encke::make_tile(partition, step.blocks).id));
    });
    EXPECT_TRUE(std::all_of(visits.begin(), visits.end(), [](int n) { return n == 1; })) << vectors;
  }
}

TEST(Tile, ids_of_pairs_are_dense_and_unique) { expect_ids_dense_and_unique_over_the_ring<2>(); }
TEST(Tile, ids_of_triples_are_dense_and_unique) { expect_ids_dense_and_unique_over_the_ring<3>(); }

TEST(Tile, is_made_alike_from_its_blocks_in_any_order_and_from_its_id) {
  const Partition partition(200, 16);
  const Tile<3> tile = encke::make_tile<3>(partition, {7, 2, 5});
  EXPECT_EQ(tile.blocks, (Array<Index, 3>{2, 5, 7}));
  EXPECT_EQ(encke::make_tile<3>(partition, {2, 7, 5}), tile);
  EXPECT_EQ(encke::tile_from_id<3>(partition, tile.id), tile);
}

TEST(Tile, knows_the_vectors_and_the_shape_of_its_blocks) {
  const Partition partition(40, 16);  // blocks of 16, 16 and 8
  const Tile<3> low = encke::make_tile<3>(partition, {2, 0, 0});
  EXPECT_EQ(low.shape, Shape::prism_low);
  EXPECT_EQ(low.ranges, (Array<Range, 3>{Range{0, 16}, Range{0, 16}, Range{32, 40}}));
  EXPECT_EQ(Domain().tuples(low.ranges), 16 * 15 / 2 * 8);
  const Tile<3> high = encke::make_tile<3>(partition, {2, 0, 2});
  EXPECT_EQ(high.shape, Shape::prism_high);
  EXPECT_EQ(Domain().tuples(high.ranges), 16 * (8 * 7 / 2));
  EXPECT_EQ(encke::make_tile<3>(partition, {1, 1, 1}).shape, Shape::tetrahedron);
  EXPECT_EQ(encke::make_tile<3>(partition, {0, 1, 2}).shape, Shape::box);
  EXPECT_EQ(encke::make_tile<2>(partition, {1, 1}).shape, Shape::triangle);
  EXPECT_EQ(encke::make_tile<2>(partition, {1, 0}).shape, Shape::rectangle);
}

TEST(Tile, of_one_vector_holds_no_pair) {
  EXPECT_EQ(Domain().tuples(encke::make_tile<2>(Partition(1, 16), {0, 0}).ranges), 0);
}

}  // namespace
}  // namespace encke::test::tile_test
