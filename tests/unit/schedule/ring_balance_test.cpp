#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <encke/schedule/multiset.hpp>
#include <encke/schedule/orbit_order.hpp>
#include <encke/schedule/ring_work.hpp>
#include <encke/schedule/shape.hpp>
#include <encke/schedule/tile_selection.hpp>
#include <map>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include "support/long_run.hpp"

namespace {

std::atomic<long> allocations{0};

}  // namespace

// Counts what the whole test program allocates. The form that does not throw is replaced too:
// sanitizers have their own, whose memory they would not want freed here.
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(std::max<std::size_t>(bytes, 1));
}
void* operator new(std::size_t bytes) {
  if (void* memory = operator new(bytes, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

namespace encke::test::ring_balance_test {
namespace {

using encke::Array;
using encke::Index;
using encke::OrbitOrder;
using encke::RingWork;
using encke::Shape;
using encke::TileSelection;

template <class Way>
class RingBalance : public ::testing::Test {};
using Ways = ::testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(RingBalance, Ways);

constexpr Index largest_ring = 120;

/// Blocks of each position of a ring: of large rings of triples one, in the long form three too.
std::vector<Index> blocks_of_each(int way, Index ring) {
  if (way == 3 && ring > 60 && !test::long_run()) return {1};
  return {1, 2, 3};
}

template <int Way>
Index tiles_of(const RingWork<Way>& work) {
  Index tiles = 0;
  for (Index step = 0; step < work.steps(); ++step) tiles += work.tiles(step);
  return tiles;
}

/// Work of all positions by enumeration, for each shape. Prisms count as one shape: which of the
/// two blocks is lower depends on where the ring wraps round.
template <int Way>
std::map<Shape, std::vector<Index>> tiles_by_shape(Index blocks, Index ring) {
  std::map<Shape, std::vector<Index>> tiles;
  for (Index position = 0; position < ring; ++position) {
    const RingWork<Way> work(blocks, ring, position);
    for (Index step = 0; step < work.steps(); ++step) {
      const auto all = [](const Array<Index, Way>&) { return true; };
      work.for_each_tile(step, all, [&](const Array<Index, Way>& tile) {
        const Shape shape = encke::shape_of(tile);
        auto& of_ring = tiles[shape == Shape::prism_high ? Shape::prism_low : shape];
        of_ring.resize(static_cast<std::size_t>(ring));
        ++of_ring[static_cast<std::size_t>(position)];
      });
    }
  }
  return tiles;
}

TYPED_TEST(RingBalance, is_within_one_tile_of_each_shape_if_the_ring_divides_the_blocks) {
  constexpr int way = TypeParam::value;
  for (Index ring = 1; ring <= largest_ring; ++ring) {
    for (const Index each : blocks_of_each(way, ring)) {
      for (const auto& [shape, tiles] : tiles_by_shape<way>(ring * each, ring)) {
        const auto [least, most] = std::minmax_element(tiles.begin(), tiles.end());
        EXPECT_LE(*most - *least, 1) << ring << " x " << each << " shape " << int(shape);
      }
    }
  }
}

// Steps differ in the positions they need, so the number of tiles of a shape follows from the
// numbers of each step: these are the same on all positions but in the last step, where they are
// of one shape and differ by at most one.
TYPED_TEST(RingBalance, differs_only_in_the_last_step_and_by_one_tile) {
  constexpr int way = TypeParam::value;
  for (Index ring = 1; ring <= largest_ring; ++ring) {
    for (const Index each : blocks_of_each(way, ring)) {
      const RingWork<way> first(ring * each, ring, 0);
      for (Index position = 1; position < ring; ++position) {
        const RingWork<way> work(ring * each, ring, position);
        for (Index step = 0; step + 1 < work.steps(); ++step) {
          ASSERT_EQ(work.tiles(step), first.tiles(step)) << ring << " x " << each;
        }
        const Index last = work.steps() - 1;
        ASSERT_LE(work.tiles(last), first.tiles(last)) << ring << " x " << each;
        ASSERT_GE(work.tiles(last), first.tiles(last) - 1) << ring << " x " << each;
      }
    }
  }
}

TYPED_TEST(RingBalance, holds_for_thousands_of_ranks) {
  constexpr int way = TypeParam::value;
  for (const Index ring : {997, 4096, 9999, 10'000}) {
    for (const Index each : blocks_of_each(way, ring)) {
      const RingWork<way> first(ring * each, ring, 0);
      const Index steps = first.steps();
      for (Index position = 1; position < ring; position += 331) {
        const RingWork<way> work(ring * each, ring, position);
        for (Index step = 0; step + 1 < steps; step += 1 + steps / 997) {
          ASSERT_EQ(work.tiles(step), first.tiles(step)) << ring << " x " << each;
        }
        ASSERT_LE(work.tiles(steps - 1), first.tiles(steps - 1)) << ring << " x " << each;
        ASSERT_GE(work.tiles(steps - 1), first.tiles(steps - 1) - 1) << ring << " x " << each;
      }
    }
  }
}

TEST(RingBalanceOfPairs, adds_up_to_all_tiles_of_thousands_of_ranks) {
  for (const Index ring : {997, 1024}) {
    for (const Index blocks : {ring - 1, 2 * ring, 2 * ring + 5}) {
      Index tiles = 0;
      for (Index position = 0; position < ring; ++position) {
        tiles += tiles_of(RingWork<2>(blocks, ring, position));
      }
      EXPECT_EQ(tiles, encke::multiset_count<2>(blocks)) << ring;
    }
  }
}

TEST(RingBalanceOfPairs, gives_each_of_two_ranks_half) {
  for (Index each = 2; each <= 40; each += 2) {
    const RingWork<2> low(2 * each, 2, 0);
    const RingWork<2> high(2 * each, 2, 1);
    for (Index step = 0; step < 2; ++step) EXPECT_EQ(low.tiles(step), high.tiles(step)) << each;
    EXPECT_EQ(2 * tiles_of(low), encke::multiset_count<2>(2 * each));
  }
}

// A replica has few tiles for each position; a share of orbit order is still spread over the ring.
TYPED_TEST(RingBalance, of_a_share_is_within_a_few_tiles) {
  constexpr int way = TypeParam::value;
  for (const Index ring : {2, 4, 5, 8}) {
    const Index blocks = 4 * ring;
    const OrbitOrder<way> order(blocks);
    for (Index replica = 0; replica < 4; ++replica) {
      const TileSelection part(order, order.share({0, order.count()}, {replica, 4}));
      std::vector<Index> tiles(static_cast<std::size_t>(ring));
      for (Index position = 0; position < ring; ++position) {
        const RingWork<way> work(blocks, ring, position);
        const auto keep = [&](const Array<Index, way>& tile) {
          return part.template keeps<way>(tile);
        };
        for (Index step = 0; step < work.steps(); ++step) {
          work.for_each_tile(step, keep, [&](const Array<Index, way>&) {
            ++tiles[static_cast<std::size_t>(position)];
          });
        }
      }
      const auto [least, most] = std::minmax_element(tiles.begin(), tiles.end());
      EXPECT_LE(*most - *least, way == 2 ? 2 : 6) << "ring " << ring << " replica " << replica;
    }
  }
}

TYPED_TEST(RingBalance, allocates_nothing_for_a_rank_of_ten_thousand) {
  constexpr int way = TypeParam::value;
  const long before = allocations;
  const OrbitOrder<way> order(20'000);
  const TileSelection half(order, order.share({0, order.count()}, {0, 2}));
  const RingWork<way> work(20'000, 10'000, 1234);
  Index tiles = 0;
  const auto keep = [&](const Array<Index, way>& tile) { return half.template keeps<way>(tile); };
  for (Index step = 0; tiles < 1000; ++step) {
    work.for_each_tile(step, keep, [&](const Array<Index, way>&) { ++tiles; });
  }
  const long after = allocations;
  EXPECT_EQ(after, before);
  EXPECT_GE(tiles, 1000);
  const auto counted = std::make_unique<int>(1);
  EXPECT_GT(allocations, after) << *counted;  // the counter counts
}

}  // namespace
}  // namespace encke::test::ring_balance_test
