#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <encke/schedule/multiset.hpp>
#include <encke/schedule/orbit_order.hpp>
#include <encke/schedule/tile_selection.hpp>
#include <set>
#include <vector>

namespace {

using encke::Array;
using encke::Index;
using encke::OrbitOrder;
using encke::Range;
using encke::TileSelection;

template <int Way>
void expect_what_is_in_range_and_not_done() {
  const OrbitOrder<Way> order(7);
  const std::vector<Index> done{9, 3, 3, 0, 20};
  const std::set<Index> done_ids(done.begin(), done.end());
  for (const Range places : {Range{0, order.count()}, Range{0, 0}, Range{5, 17}, Range{16, 28}}) {
    const TileSelection selection(order, places, done);
    EXPECT_FALSE(selection.everything());
    for (Index id = 0; id < order.count(); ++id) {
      const auto blocks = encke::multiset_unrank<Way>(id);
      const bool expected = places.contains(order.place(blocks)) && done_ids.count(id) == 0;
      EXPECT_EQ(selection.keeps<Way>(blocks), expected) << "tile " << id;
    }
  }
}

TEST(TileSelection, keeps_the_tiles_in_range_that_are_not_done) {
  expect_what_is_in_range_and_not_done<2>();
  expect_what_is_in_range_and_not_done<3>();
}

TEST(TileSelection, keeps_everything_unless_told_otherwise) {
  const TileSelection selection;
  EXPECT_TRUE(selection.everything());
  EXPECT_TRUE(selection.keeps<2>({4, 1'000'000}));
  EXPECT_TRUE(selection.keeps<3>({0, 0, 0}));
}

TEST(TileSelection, is_everything_if_all_places_are_in_range_and_nothing_is_done) {
  const OrbitOrder<3> order(6);
  EXPECT_TRUE(TileSelection(order, {0, order.count()}).everything());
  EXPECT_FALSE(TileSelection(order, {0, order.count() - 1}).everything());
  EXPECT_FALSE(TileSelection(order, {1, order.count()}).everything());
  EXPECT_FALSE(TileSelection(order, {0, order.count()}, {5}).everything());
  EXPECT_TRUE(TileSelection(OrbitOrder<3>(0), {0, 0}).everything());
}

TEST(TileSelection, refuses_tiles_of_the_other_way) {
  const TileSelection selection(OrbitOrder<3>(6), {0, 10});
  try {
    static_cast<void>(selection.keeps<2>({0, 1}));
    FAIL();
  } catch (const encke::Error& error) {
    EXPECT_EQ(error.failure(), encke::Failure::internal);
  }
}

}  // namespace
