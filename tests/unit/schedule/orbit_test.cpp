#include <gtest/gtest.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/schedule/orbit.hpp>
#include <map>
#include <random>
#include <set>
#include <type_traits>
#include <vector>

namespace encke::test::orbit_test {
namespace {

using encke::Array;
using encke::Index;
using encke::OrbitSchedule;
using encke::OrbitStep;
using encke::Range;
using encke::Shape;

template <class Way>
class Orbit : public ::testing::Test {};
using Ways = ::testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(Orbit, Ways);

/// Rings up to which every step is tested.
constexpr Index largest_ring = 120;

template <int Way>
std::vector<OrbitStep<Way>> steps_of(const OrbitSchedule<Way>& schedule, Index rank) {
  std::vector<OrbitStep<Way>> steps;
  schedule.for_each(rank, [&](const OrbitStep<Way>& step) { steps.push_back(step); });
  return steps;
}

TYPED_TEST(Orbit, computes_every_unordered_tuple_of_blocks_once) {
  constexpr int way = TypeParam::value;
  for (Index ring = 0; ring <= largest_ring; ++ring) {
    const OrbitSchedule<way> schedule(ring);
    std::vector<int> visits(static_cast<std::size_t>(schedule.total()));
    schedule.for_each([&](const OrbitStep<way>& step) {
      ASSERT_TRUE(std::is_sorted(step.blocks.begin(), step.blocks.end()));
      ++visits.at(static_cast<std::size_t>(encke::multiset_rank(step.blocks)));
    });
    EXPECT_TRUE(std::all_of(visits.begin(), visits.end(), [](int n) { return n == 1; })) << ring;
  }
}

TYPED_TEST(Orbit, is_balanced_within_one_block_for_each_shape) {
  constexpr int way = TypeParam::value;
  for (Index ring = 1; ring <= largest_ring; ++ring) {
    const OrbitSchedule<way> schedule(ring);
    // Which of its two equal blocks a rank's prism has lower depends on where the ring wraps
    // round; the work is the same, so prisms count as one shape.
    std::map<Shape, std::vector<Index>> counts;
    for (Index rank = 0; rank < ring; ++rank) {
      schedule.for_each(rank, [&](const OrbitStep<way>& step) {
        const Shape shape = step.shape == Shape::prism_high ? Shape::prism_low : step.shape;
        auto& of_ranks = counts[shape];
        of_ranks.resize(static_cast<std::size_t>(ring));
        ++of_ranks[static_cast<std::size_t>(rank)];
      });
    }
    for (const auto& [shape, of_ranks] : counts) {
      const auto [least, most] = std::minmax_element(of_ranks.begin(), of_ranks.end());
      EXPECT_LE(*most - *least, 1) << "ring " << ring << " shape " << static_cast<int>(shape);
    }
  }
}

TYPED_TEST(Orbit, gives_all_ranks_the_same_offsets_at_the_same_step) {
  constexpr int way = TypeParam::value;
  for (const Index ring : {1, 2, 3, 4, 5, 6, 7, 12, 35, 36}) {
    const OrbitSchedule<way> schedule(ring);
    for (Index rank = 0; rank < ring; ++rank) {
      Index number = 0;
      schedule.for_each(rank, [&](const OrbitStep<way>& step) {
        EXPECT_EQ(step.number, number);
        EXPECT_EQ(step.offset, schedule.offsets(number));
        EXPECT_EQ(step.offset.front(), 0);
        Array<Index, way> expected = step.offset;
        for (Index& block : expected) block = (block + rank) % ring;
        std::sort(expected.begin(), expected.end());
        EXPECT_EQ(step.blocks, expected);
        ++number;
      });
      EXPECT_EQ(number, schedule.count(rank));
    }
  }
}

TYPED_TEST(Orbit, counts_in_closed_form_what_it_enumerates) {
  constexpr int way = TypeParam::value;
  for (Index ring = 0; ring <= largest_ring; ++ring) {
    const OrbitSchedule<way> schedule(ring);
    Index total = 0;
    Index most = 0;
    for (Index rank = 0; rank < ring; ++rank) {
      const Index steps = static_cast<Index>(steps_of(schedule, rank).size());
      EXPECT_EQ(schedule.count(rank), steps);
      total += steps;
      most = std::max(most, steps);
    }
    EXPECT_EQ(schedule.total(), total) << ring;
    EXPECT_EQ(schedule.steps(), most) << ring;
  }
}

TYPED_TEST(Orbit, can_be_entered_at_any_step) {
  constexpr int way = TypeParam::value;
  const OrbitSchedule<way> schedule(24);
  const auto all = steps_of(schedule, 5);
  std::vector<OrbitStep<way>> parts;
  for (Index first = 0; first < schedule.steps(); first += 5) {
    schedule.for_each(5, Range{first, first + 5},
                      [&](const OrbitStep<way>& step) { parts.push_back(step); });
  }
  EXPECT_EQ(parts, all);
}

/// True if `rank` has a step with these offsets; the offsets ascend with the number of the step.
template <int Way>
bool computes(const OrbitSchedule<Way>& schedule, Index rank, const Array<Index, Way>& offset) {
  Index low = 0;
  Index high = schedule.count(rank);
  while (high - low > 1) {
    const Index middle = (low + high) / 2;
    (schedule.offsets(middle) <= offset ? low : high) = middle;
  }
  return schedule.offsets(low) == offset;
}

TYPED_TEST(Orbit, computes_sampled_tuples_of_thousands_of_ranks_once) {
  constexpr int way = TypeParam::value;
  for (const Index ring : {997, 3000, 9999, 10000}) {
    const OrbitSchedule<way> schedule(ring);
    std::mt19937_64 random(static_cast<std::uint64_t>(ring));
    std::uniform_int_distribution<Index> any(0, ring - 1);
    for (int sample = 0; sample < 5000; ++sample) {
      Array<Index, way> blocks{};
      // every fifth tuple is one that rotation maps onto itself, if the ring has such
      for (int v = 0; v < way; ++v) {
        blocks[v] = v > 0 && sample % 5 == 0 ? (blocks[v - 1] + ring / way) % ring : any(random);
      }
      Index owners = 0;
      for (const Index owner : std::set<Index>(blocks.begin(), blocks.end())) {
        Array<Index, way> offset = blocks;
        for (Index& block : offset) block = (block - owner + ring) % ring;
        std::sort(offset.begin(), offset.end());
        owners += computes(schedule, owner, offset) ? 1 : 0;
      }
      ASSERT_EQ(owners, 1) << "ring " << ring << " sample " << sample;
    }
  }
}

TYPED_TEST(Orbit, counts_of_thousands_of_ranks_add_up_to_all_tuples) {
  constexpr int way = TypeParam::value;
  for (const Index ring : {997, 3000, 9999, 10000}) {
    const OrbitSchedule<way> schedule(ring);
    Index total = 0;
    for (Index rank = 0; rank < ring; ++rank) total += schedule.count(rank);
    EXPECT_EQ(total, schedule.total());
  }
}

TYPED_TEST(Orbit, offsets_ascend_with_the_number_of_the_step) {
  constexpr int way = TypeParam::value;
  const OrbitSchedule<way> schedule(10'000);
  for (Index number = 1; number < schedule.steps(); number += 997) {
    ASSERT_LT(schedule.offsets(number - 1), schedule.offsets(number));
  }
}

TEST(OrbitOfPairs, divides_the_half_step_of_an_even_ring_among_the_first_half) {
  // ring of 4, blocks of ranks 0 … 3:    0 1 2 3
  //   step 0 (triangle)    x at offset 0: every rank
  //   step 1 (rectangle)     at offset 1: every rank
  //   step 2                 at offset 2: ranks 0 and 1
  const OrbitSchedule<2> schedule(4);
  EXPECT_EQ(schedule.steps(), 3);
  EXPECT_EQ(schedule.count(1), 3);
  EXPECT_EQ(schedule.count(2), 2);
  EXPECT_EQ(schedule.at(1, 2).blocks, (Array<Index, 2>{1, 3}));
  EXPECT_EQ(schedule.at(3, 1).blocks, (Array<Index, 2>{0, 3}));
  EXPECT_EQ(schedule.at(3, 0).shape, Shape::triangle);
  EXPECT_EQ(schedule.at(3, 1).shape, Shape::rectangle);
}

TEST(OrbitOfTriples, of_three_ranks_leaves_the_only_box_to_the_first) {
  const OrbitSchedule<3> schedule(3);
  EXPECT_EQ(schedule.count(0), 4);
  EXPECT_EQ(schedule.count(1), 3);
  EXPECT_EQ(schedule.at(2, 0).shape, Shape::tetrahedron);
  EXPECT_EQ(schedule.at(0, 1).shape, Shape::prism_low);   // 0 0 1
  EXPECT_EQ(schedule.at(2, 1).shape, Shape::prism_high);  // 2 2 0
  EXPECT_EQ(schedule.at(0, 3).shape, Shape::box);
}

TYPED_TEST(Orbit, refuses_rings_whose_tuples_it_cannot_number) {
  constexpr int way = TypeParam::value;
  EXPECT_THROW(OrbitSchedule<way>(-1), encke::Error);
  EXPECT_THROW(OrbitSchedule<way>(2'000'001), encke::Error);
  EXPECT_EQ(OrbitSchedule<way>(2'000'000).at(1'999'999, 0).blocks.front(), 1'999'999);
}

}  // namespace
}  // namespace encke::test::orbit_test
