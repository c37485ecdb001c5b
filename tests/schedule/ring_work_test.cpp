#include <gtest/gtest.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/schedule/multiset.hpp>
#include <encke/schedule/orbit_order.hpp>
#include <encke/schedule/ring_work.hpp>
#include <encke/schedule/tile_selection.hpp>
#include <random>
#include <type_traits>
#include <vector>

namespace {

using encke::Array;
using encke::Index;
using encke::OrbitOrder;
using encke::Range;
using encke::RingWork;
using encke::Slice;
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

}  // namespace
