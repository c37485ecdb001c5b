#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <encke/schedule/held_blocks.hpp>
#include <vector>

namespace encke {
namespace {

using Blocks = std::vector<Index>;
using Changes = std::vector<HeldBlocks::Change>;

constexpr Index all = 100;  // are still needed

TEST(HeldBlocks, takes_what_is_not_there_while_there_is_space) {
  HeldBlocks held(3);
  EXPECT_EQ(held.need(Blocks{4, 7}, all), (Changes{{-1, 4}, {-1, 7}}));
  EXPECT_EQ(held.need(Blocks{7, 9}, all), (Changes{{-1, 9}}));
  EXPECT_EQ(held.need(Blocks{4, 7, 9}, all), Changes{});
  EXPECT_EQ(held.size(), 3);
}

TEST(HeldBlocks, gives_up_what_is_needed_no_more_else_what_was_used_least_recently) {
  HeldBlocks held(3);
  held.need(Blocks{1, 2, 8}, all);
  held.need(Blocks{1, 8}, all);
  EXPECT_EQ(held.need(Blocks{3}, all), (Changes{{2, 3}}));
  EXPECT_EQ(held.need(Blocks{4}, 5), (Changes{{8, 4}}));  // 8 is after 5
  EXPECT_FALSE(held.holds(8));
  EXPECT_TRUE(held.holds(1));
}

TEST(HeldBlocks, brings_in_advance_only_what_displaces_nothing_in_use) {
  HeldBlocks held(3);
  held.need(Blocks{1, 2}, all);
  EXPECT_EQ(held.bring(Blocks{2, 5, 6}, Blocks{1, 2}, all), (Changes{{-1, 5}}));
  EXPECT_EQ(held.bring(Blocks{2, 5, 6}, Blocks{1, 2}, all), Changes{});
  EXPECT_EQ(held.need(Blocks{2, 5, 6}, all), (Changes{{1, 6}}));
}

TEST(HeldBlocks, refuses_more_than_it_can_hold) {
  HeldBlocks held(2);
  EXPECT_THROW(held.need(Blocks{1, 2, 3}, all), Error);
}

}  // namespace
}  // namespace encke
