#include <gtest/gtest.h>

#include <cmath>
#include <encke/base/error.hpp>
#include <encke/schedule/multiset.hpp>
#include <encke/schedule/orbit.hpp>
#include <encke/schedule/orbit_order.hpp>
#include <encke/schedule/slice.hpp>
#include <map>
#include <random>
#include <set>
#include <type_traits>
#include <vector>

namespace encke::test::orbit_order_test {
namespace {

using encke::Array;
using encke::Index;
using encke::OrbitOrder;
using encke::OrbitSchedule;
using encke::Range;
using encke::Slice;

template <class Way>
class OrbitOrderOf : public ::testing::Test {};
using Ways = ::testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(OrbitOrderOf, Ways);

constexpr Index largest(int way) { return way == 2 ? 40 : 24; }

/// Work of a tile by its number of ordered tuples of blocks: 1, 2; 1, 3, 6.
template <int Way>
Index work_of(const Array<Index, Way>& blocks) {
  std::map<Index, int> seen;
  Index work = Way == 2 ? 2 : 6;
  for (const Index block : blocks) work /= ++seen[block];
  return work;
}

TYPED_TEST(OrbitOrderOf, numbers_the_tiles_step_by_step) {
  constexpr int way = TypeParam::value;
  for (Index blocks = 0; blocks <= largest(way); ++blocks) {
    const OrbitOrder<way> order(blocks);
    const OrbitSchedule<way> schedule(blocks);
    ASSERT_EQ(order.count(), encke::multiset_count<way>(blocks));
    Index begin = 0;
    for (Index step = 0; step < schedule.steps(); ++step) {
      std::set<Array<Index, way>> tiles;
      for (Index rank = 0; rank < blocks && step < schedule.count(rank); ++rank) {
        tiles.insert(schedule.at(rank, step).blocks);
      }
      const Index end = begin + static_cast<Index>(tiles.size());
      for (Index place = begin; place < end; ++place) {
        const Array<Index, way> tile = order.blocks(place);
        ASSERT_EQ(tiles.erase(tile), 1U) << blocks << " place " << place;
        ASSERT_EQ(order.place(tile), place) << blocks;
      }
      begin = end;
    }
    EXPECT_EQ(begin, order.count()) << blocks;
  }
}

TYPED_TEST(OrbitOrderOf, inverts_places_of_the_largest_problems) {
  constexpr int way = TypeParam::value;
  for (const Index blocks : {997, 10'000, 1'999'999, 2'000'000}) {
    const OrbitOrder<way> order(blocks);
    EXPECT_EQ(order.place(order.blocks(order.count() - 1)), order.count() - 1);
    std::mt19937_64 random(static_cast<std::uint64_t>(blocks));
    std::uniform_int_distribution<Index> any(0, order.count() - 1);
    for (int sample = 0; sample < 2000; ++sample) {
      const Index place = any(random);
      ASSERT_EQ(order.place(order.blocks(place)), place) << blocks;
    }
  }
}

TYPED_TEST(OrbitOrderOf, adds_up_the_work_of_tiles) {
  constexpr int way = TypeParam::value;
  for (Index blocks = 0; blocks <= largest(way); ++blocks) {
    const OrbitOrder<way> order(blocks);
    Index work = 0;
    for (Index place = 0; place < order.count(); ++place) {
      ASSERT_EQ(order.work_before(place), work) << blocks << " place " << place;
      work += work_of<way>(order.blocks(place));
    }
    EXPECT_EQ(order.work_before(order.count()), work) << blocks;
  }
}

/// Expects n shares of `range` to be contiguous, to cover it and to be even by work.
template <int Way>
void expect_shares(const OrbitOrder<Way>& order, Range range, Index n) {
  const auto work = [&](Range r) { return order.work_before(r.end) - order.work_before(r.begin); };
  Index next = range.begin;
  for (Index k = 0; k < n; ++k) {
    const Range share = order.share(range, Slice{k, n});
    ASSERT_EQ(share.begin, next) << k << " of " << n;
    ASSERT_LE(share.begin, share.end) << k << " of " << n;
    const double ideal = static_cast<double>(work(range)) / static_cast<double>(n);
    ASSERT_LT(std::abs(static_cast<double>(work(share)) - ideal), Way == 2 ? 2 : 6);
    next = share.end;
  }
  ASSERT_EQ(next, range.end) << n;
}

TYPED_TEST(OrbitOrderOf, shares_are_contiguous_complete_and_even_by_work) {
  constexpr int way = TypeParam::value;
  for (Index blocks = 0; blocks <= 12; ++blocks) {
    const OrbitOrder<way> order(blocks);
    for (const Index n : {1, 2, 3, 7, 16, 100, 1000}) {
      for (Index begin = 0; begin <= order.count(); begin += 1 + order.count() / 9) {
        for (Index end = begin; end <= order.count(); end += 1 + order.count() / 8) {
          expect_shares(order, {begin, end}, n);
          if (this->HasFatalFailure()) FAIL() << blocks << ": " << begin << " to " << end;
        }
      }
    }
  }
}

TYPED_TEST(OrbitOrderOf, shares_the_largest_problem) {
  constexpr int way = TypeParam::value;
  const OrbitOrder<way> order(2'000'000);
  const Range all{0, order.count()};
  const double total = static_cast<double>(order.work_before(all.end));
  for (const Index n : {2, 3, 9408}) {
    Index next = 0;
    for (Index k = 0; k < n; ++k) {
      const Range share = order.share(all, {k, n});
      ASSERT_EQ(share.begin, next);
      const auto work =
          static_cast<double>(order.work_before(share.end) - order.work_before(share.begin));
      ASSERT_NEAR(work * static_cast<double>(n) / total, 1, 1e-6);
      next = share.end;
    }
    EXPECT_EQ(next, all.end);
  }
}

TYPED_TEST(OrbitOrderOf, refuses_shares_that_do_not_exist) {
  constexpr int way = TypeParam::value;
  const OrbitOrder<way> order(5);
  for (const Slice slice : {Slice{-1, 2}, Slice{2, 2}, Slice{0, 0}}) {
    try {
      order.share({0, order.count()}, slice);
      FAIL() << slice.k << " of " << slice.n;
    } catch (const encke::Error& error) {
      EXPECT_EQ(error.failure(), encke::Failure::command_line);
    }
  }
  EXPECT_THROW(OrbitOrder<way>(-1), encke::Error);
}

TEST(OrbitOrderOfPairs, counts_a_diagonal_tile_half) {
  // 4 blocks: 4 triangles, then 6 rectangles; 16 halves in all
  const OrbitOrder<2> order(4);
  EXPECT_EQ(order.share({0, 10}, {0, 2}), (Range{0, 6}));
  EXPECT_EQ(order.share({0, 10}, {1, 2}), (Range{6, 10}));
}

}  // namespace
}  // namespace encke::test::orbit_order_test
