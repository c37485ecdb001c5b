#include <gtest/gtest.h>

#include <encke/backend/pruning/credit.hpp>

namespace {

using encke::pruning::Credit;

/// How many of so many tiles are tested, where a test saves `saved` and costs 1.
int tested(Credit& credit, int tiles, double saved) {
  int tests = 0;
  for (int t = 0; t < tiles; ++t) {
    if (!credit.due()) continue;
    ++tests;
    credit.add(saved, 1);
  }
  return tests;
}

TEST(Credit, tests_every_tile_while_that_pays) {
  Credit credit;
  EXPECT_EQ(tested(credit, 1000, 1.5), 1000);
}

TEST(Credit, tests_ever_fewer_where_it_does_not) {
  Credit credit;
  EXPECT_EQ(tested(credit, 2 + 4 + 8 + 16 + 32 + 64, 0), 6);
  EXPECT_EQ(tested(credit, 6400, 0), 100);
}

TEST(Credit, tests_every_tile_again_once_one_pays) {
  Credit credit;
  tested(credit, 10000, 0);
  tested(credit, 64, 2);
  EXPECT_EQ(tested(credit, 500, 2), 500);
}

TEST(Credit, has_saved_for_some_tiles_in_vain) {
  Credit credit;
  tested(credit, 100, 2);
  EXPECT_EQ(tested(credit, 60, 0), 60);
  EXPECT_LT(tested(credit, 100, 0), 20);
}

}  // namespace
