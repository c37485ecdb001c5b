#include "kokkos/pruning/part_trial.hpp"

#include <gtest/gtest.h>

// Where a test leaves least work, by what it left of some tiles.

namespace {

using encke::Index;
using encke::kokkos::PartTrial;
using Parts = std::vector<Index>;

TEST(PartTrial, tries_parts_about_one_that_are_not_the_whole) {
  EXPECT_EQ(PartTrial(100, 40, false).parts(), (Parts{20, 26, 32, 40, 50}));
  EXPECT_EQ(PartTrial(16, 2, false).parts(), (Parts{1, 2, 3}));
  EXPECT_EQ(PartTrial(4, 3, false).parts(), (Parts{2, 3}));
  EXPECT_EQ(PartTrial(2, 1, false).parts(), (Parts{1}));
  EXPECT_EQ(PartTrial(100, 40, true).parts(), (Parts{52, 68, 88, 100}));
  EXPECT_EQ(PartTrial(15, 0, true).parts(), (Parts{15}));
}

TEST(PartTrial, finds_the_part_with_the_least_work) {
  PartTrial trial(100, 40, false);
  EXPECT_FALSE(trial.tried());
  trial.add(60, {60, 30, 6, 0, 0});
  trial.add(40, {40, 30, 4, 1, 0});
  EXPECT_TRUE(trial.tried());
  EXPECT_DOUBLE_EQ(trial.share_left(26), 0.6);
  const auto rest = [](Index part) { return static_cast<double>(100 - part); };
  EXPECT_DOUBLE_EQ(trial.work(32, 4, rest), 32 + 4 + 0.1 * 68);
  EXPECT_EQ(trial.best(4, rest), 32);  // 42.8; 44.6 after 40
  const auto dear = [](Index) { return 400.0; };
  EXPECT_EQ(trial.best(4, dear), 40);  // 48; 76 after 32
}

}  // namespace
