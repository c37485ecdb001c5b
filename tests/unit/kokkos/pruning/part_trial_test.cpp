#include "kokkos/pruning/part_trial.hpp"

#include <gtest/gtest.h>

// Where a test leaves least work, by what it left of some tiles.

namespace {

using encke::Index;
using encke::kokkos::PartTrial;
using Parts = std::vector<Index>;

TEST(PartTrial, tries_parts_about_one_that_are_not_the_whole) {
  EXPECT_EQ(PartTrial(100, 40, false, false).parts(), (Parts{20, 26, 32, 40, 50, 68, 96}));
  EXPECT_EQ(PartTrial(16, 2, false, false).parts(), (Parts{1, 2, 3, 5, 7}));
  EXPECT_EQ(PartTrial(4, 3, false, false).parts(), (Parts{2, 3}));
  EXPECT_EQ(PartTrial(2, 1, false, false).parts(), (Parts{1}));
  EXPECT_EQ(PartTrial(100, 40, true, true).parts(), (Parts{52, 68, 88, 100}));
  EXPECT_EQ(PartTrial(15, 0, true, true).parts(), (Parts{15}));
  EXPECT_EQ(PartTrial(18, 9, false, true).parts(), (Parts{5, 6, 7, 9, 11, 15, 18}));
}

TEST(PartTrial, finds_the_part_with_the_least_work) {
  PartTrial trial(100, 40, false, false);
  EXPECT_FALSE(trial.tried());
  trial.add(60, {60, 30, 6, 0, 0, 0, 0});
  trial.add(40, {40, 30, 4, 1, 0, 0, 0});
  EXPECT_TRUE(trial.tried());
  EXPECT_DOUBLE_EQ(trial.share_left(26), 0.6);
  const auto rest = [](Index part) { return static_cast<double>(100 - part); };
  EXPECT_DOUBLE_EQ(trial.work(32, 4, rest), 32 + 4 + 0.1 * 68);
  EXPECT_EQ(trial.best(4, rest), 32);  // 42.8; 44.6 after 40
  const auto dear = [](Index) { return 400.0; };
  EXPECT_EQ(trial.best(4, dear), 40);  // 48; 76 after 32
}

TEST(PartTrial, finds_two_tests_where_the_first_leaves_what_the_second_tells) {
  PartTrial trial(100, 10, false, false);
  ASSERT_EQ(trial.parts(), (Parts{5, 7, 8, 10, 13, 17, 24, 34}));
  trial.add(100, {100, 90, 60, 30, 28, 20, 5, 4});
  const PartTrial::Two two = trial.best_two(4);
  EXPECT_EQ(two.first, 10);
  EXPECT_EQ(two.second, 24);
  EXPECT_DOUBLE_EQ(two.work, 14 + 0.3 * 18 + 0.05 * 76);
}

TEST(PartTrial, finds_one_test_where_a_second_tells_little) {
  PartTrial trial(100, 10, false, false);
  trial.add(100, {100, 90, 60, 10, 10, 9, 9, 9});
  const PartTrial::Two two = trial.best_two(4);
  EXPECT_EQ(two.first, 10);
  EXPECT_EQ(two.second, 0);
  EXPECT_DOUBLE_EQ(two.work, 14 + 0.1 * 90);
}

TEST(PartTrial, knows_what_margins_left_of_the_tiles_that_were_asked) {
  PartTrial trial(100, 10, false, false);
  EXPECT_FALSE(trial.asked());
  trial.ask(64, 0);
  trial.ask(64, 32);
  EXPECT_TRUE(trial.asked());
  EXPECT_FALSE(trial.tried());
  EXPECT_DOUBLE_EQ(trial.share_by_margins(), 0.25);
}

}  // namespace
