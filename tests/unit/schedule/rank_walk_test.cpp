#include <gtest/gtest.h>

#include <algorithm>
#include <encke/schedule/rank_walk.hpp>
#include <vector>

namespace {

using encke::Index;
using encke::RankWalk;

TEST(RankWalk, gives_every_rank_one_turn) {
  for (Index ring = 1; ring <= 500; ++ring) {
    const RankWalk walk(ring);
    std::vector<bool> seen(static_cast<std::size_t>(ring));
    for (Index turn = 0; turn < ring; ++turn) {
      const Index rank = walk.rank(turn);
      ASSERT_TRUE(0 <= rank && rank < ring) << ring;
      ASSERT_FALSE(seen[static_cast<std::size_t>(rank)]) << ring << " turn " << turn;
      ASSERT_EQ(walk.turn(rank), turn) << ring;
      seen[static_cast<std::size_t>(rank)] = true;
    }
  }
}

TEST(RankWalk, inverts_turns_of_the_largest_rings) {
  for (const Index ring : {1'999'999, 2'000'000, 1'999'999'999, 2'000'000'000}) {
    const RankWalk walk(ring);
    for (Index turn = 0; turn < ring; turn += 1 + ring / 1009) {
      ASSERT_EQ(walk.turn(walk.rank(turn)), turn) << ring;
    }
    EXPECT_EQ(walk.turn(walk.rank(ring - 1)), ring - 1);
  }
}

TEST(RankWalk, spreads_any_run_of_turns_over_the_ring) {
  for (const Index ring : {16, 64, 100, 360, 462, 812, 997, 1085, 1284, 1462}) {
    const RankWalk walk(ring);
    for (const Index parts : {2, 3, 4, 8}) {
      for (Index begin = 0; begin < ring; begin += 1 + ring / 16) {
        std::vector<Index> turns(static_cast<std::size_t>(parts));  // of each part of the ring
        for (Index length = 1; begin + length <= ring; ++length) {
          const Index part = walk.rank(begin + length - 1) * parts / ring;
          ++turns[static_cast<std::size_t>(part)];
          const auto [least, most] = std::minmax_element(turns.begin(), turns.end());
          ASSERT_LE(*most - *least, 8) << ring << " from " << begin << " length " << length;
        }
      }
    }
  }
}

}  // namespace
