#include <gtest/gtest.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/schedule/block_walk.hpp>
#include <encke/schedule/held_blocks.hpp>
#include <encke/schedule/multiset.hpp>
#include <random>
#include <set>
#include <type_traits>
#include <vector>

namespace encke::block_walk_test {
namespace {

template <class Way>
class BlockWalkOf : public ::testing::Test {};
using Ways = ::testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(BlockWalkOf, Ways);

template <int Way>
bool every(const Array<Index, Way>&) {
  return true;
}

template <int Way>
std::vector<WalkStep<Way>> steps_of(const BlockWalk<Way>& walk,
                                    const typename BlockWalk<Way>::Keep& keep = every<Way>) {
  std::vector<WalkStep<Way>> steps;
  walk.for_each_step(keep, [&](const WalkStep<Way>& step) { steps.push_back(step); });
  return steps;
}

/// Blocks that a memory of `held` reads, where the next step's come while one is computed.
template <int Way>
Index reads_of(const std::vector<WalkStep<Way>>& steps, Index held) {
  HeldBlocks memory(held);
  std::size_t reads = 0;
  for (std::size_t s = 0; s < steps.size(); ++s) {
    reads += memory.need(steps[s].blocks, steps[s].last).size();
    if (s + 1 == steps.size()) break;
    const auto& next = steps[s + 1];
    reads += memory.bring(next.blocks, steps[s].blocks, next.last).size();
  }
  return static_cast<Index>(reads);
}

TYPED_TEST(BlockWalkOf, visits_each_tile_once) {
  constexpr int Way = TypeParam::value;
  for (const Index blocks : {0, 1, 2, 3, 7, 12, 20}) {
    for (const Index held : {Way + 1, 5, 6, 9, 40}) {
      std::set<Array<Index, Way>> seen;
      for (const auto& step : steps_of(BlockWalk<Way>(blocks, held))) {
        for (const auto& tile : step.tiles) {
          EXPECT_TRUE(std::is_sorted(tile.begin(), tile.end()));
          EXPECT_GE(tile.front(), 0);
          EXPECT_LT(tile.back(), blocks);
          EXPECT_TRUE(seen.insert(tile).second) << blocks << " blocks, held " << held;
        }
      }
      EXPECT_EQ(static_cast<Index>(seen.size()), multiset_count<Way>(blocks));
    }
  }
}

TYPED_TEST(BlockWalkOf, names_what_a_step_needs_and_what_is_over) {
  constexpr int Way = TypeParam::value;
  const auto steps = steps_of(BlockWalk<Way>(17, 7));
  Index least = 17;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    std::set<Index> blocks;
    for (const auto& tile : step->tiles) blocks.insert(tile.begin(), tile.end());
    EXPECT_TRUE(std::ranges::equal(step->blocks, blocks));
    EXPECT_LT(std::ssize(step->blocks), 7);  // one is being brought meanwhile
    least = std::min(least, step->last);
    EXPECT_LE(*blocks.rbegin(), step->last);
  }
  for (std::size_t s = 1; s < steps.size(); ++s) EXPECT_LE(steps[s].last, steps[s - 1].last);
}

TYPED_TEST(BlockWalkOf, needs_at_most_one_block_that_was_not_needed_just_before) {
  constexpr int Way = TypeParam::value;
  for (const Index held : {Way + 1, 6, 8}) {
    const auto steps = steps_of(BlockWalk<Way>(23, held));
    HeldBlocks memory(held);
    for (const auto& step : steps) EXPECT_LE(memory.need(step.blocks, step.last).size(), 1U);
  }
}

TYPED_TEST(BlockWalkOf, of_a_list_is_that_of_all_tiles_without_the_others) {
  constexpr int Way = TypeParam::value;
  using Blocks = Array<Index, Way>;
  std::mt19937 random(5);
  for (const Index held : {Way + 1, 7, 30}) {
    const BlockWalk<Way> walk(14, held);
    std::vector<Blocks> list;
    for (const auto& step : steps_of(walk)) {
      for (const auto& tile : step.tiles) {
        if (random() % 3 == 0) list.push_back(tile);
      }
    }
    const std::set<Blocks> some(list.begin(), list.end());
    const auto expected = steps_of<Way>(walk, [&](const Blocks& b) { return some.contains(b); });
    std::shuffle(list.begin(), list.end(), random);
    std::vector<WalkStep<Way>> found;
    walk.for_each_step(list, [&](const WalkStep<Way>& step) { found.push_back(step); });
    EXPECT_EQ(found, expected) << held;
  }
}

TEST(BlockWalk, reads_few_blocks) {
  // all blocks once where all fit
  EXPECT_EQ(reads_of(steps_of(BlockWalk<2>(10, 12)), 12), 10);
  EXPECT_EQ(reads_of(steps_of(BlockWalk<3>(6, 14)), 14), 6);
  // pairs, 8 of 100 blocks stay: each group once, and all before it once for each group, but for
  // what is still there
  const Index pairs = reads_of(steps_of(BlockWalk<2>(100, 10)), 10);
  EXPECT_LE(pairs, 100 * 100 / (2 * 8) + 100);
  EXPECT_GE(pairs, 100 * 100 / (2 * 8) - 100);
  const Index triples = reads_of(steps_of(BlockWalk<3>(40, 10)), 10);
  EXPECT_LE(triples, 40 * 40 * 40 / (6 * 4 * 4) + 40 * 40 / 4);
}

TEST(BlockWalk, reads_less_than_in_the_order_of_the_tiles) {
  for (const Index held : {4, 8, 16}) {
    std::vector<WalkStep<2>> rows;
    for (Index a = 0; a < 64; ++a) {
      for (Index b = a; b < 64; ++b) {
        rows.push_back({{{a, b}}, {}, 63});
        rows.back().note_blocks();
      }
    }
    EXPECT_LT(2 * reads_of(steps_of(BlockWalk<2>(64, held)), held), 3 * reads_of(rows, held) / 2)
        << held;
  }
}

TEST(BlockWalk, needs_a_memory_of_one_block_more_than_a_tile_has) {
  EXPECT_THROW(BlockWalk<2>(9, 2), Error);
  EXPECT_THROW(BlockWalk<3>(9, 3), Error);
  EXPECT_NO_THROW(BlockWalk<2>(9, 3));
  EXPECT_NO_THROW(BlockWalk<3>(9, 4));
}

}  // namespace
}  // namespace encke::block_walk_test
