#include <encke/io/table/subsample.hpp>
#include <map>
#include <numeric>

#include "support/files.hpp"

namespace encke::io {
namespace {

/// Two samples of 10 and 6 counts in three features, and one of 4.
SparseTable small_table() {
  return {.samples = {"S", "T", "U"},
          .observations = {"a", "b", "c"},
          .begin = {0, 3, 5, 6},
          .observation = {0, 1, 2, 0, 2, 1},
          .count = {5, 3, 2, 1, 5, 4}};
}

double total(const SparseTable& table, std::size_t sample) {
  return std::accumulate(table.count.begin() + table.begin[sample],
                         table.count.begin() + table.begin[sample + 1], 0.0);
}

TEST(Subsample, LeavesSoManyCountsOfEachSampleThatHasThem) {
  for (const Index depth : {1, 2, 4, 5, 6}) {
    SparseTable table = small_table();
    const std::string remark = take_subsample(table, {.depth = depth, .seed = 3}, "t.biom");
    const std::size_t left = depth > 4 ? 2 : 3;
    ASSERT_EQ(table.samples.size(), left);
    ASSERT_EQ(table.begin.size(), left + 1);
    for (std::size_t s = 0; s < left; ++s) EXPECT_EQ(total(table, s), static_cast<double>(depth));
    EXPECT_EQ(remark, "--subsample-depth " + std::to_string(depth) +
                          " (seed 3): " + std::to_string(3 - left) +
                          " of 3 samples have less and are left out" + (left < 3 ? ": 'U'" : ""));
  }
}

TEST(Subsample, IsTheSameOnEveryMachineAndOfEverySampleAlone) {
  SparseTable table = small_table();
  take_subsample(table, {.depth = 4, .seed = 1}, "t.biom");
  const std::vector<double> known = table.count;
  EXPECT_EQ(known, (std::vector<double>{2, 2, 4, 4}));
  SparseTable alone = small_table();
  alone.samples = {"S"};
  alone.begin = {0, 3};
  alone.observation.resize(3);
  alone.count.resize(3);
  take_subsample(alone, {.depth = 4, .seed = 1}, "t.biom");
  ASSERT_LE(alone.count.size(), known.size());
  EXPECT_TRUE(std::equal(alone.count.begin(), alone.count.end(), known.begin()));
}

TEST(Subsample, HasTheMeansAndVariancesOfDrawingWithoutReplacement) {
  // of 10 counts, 5 of them a's: the hypergeometric distribution
  for (const Index depth : {3, 7}) {
    constexpr int trials = 4000;
    double sum = 0, squares = 0;
    for (int seed = 0; seed < trials; ++seed) {
      SparseTable table = small_table();
      take_subsample(table, {.depth = depth, .seed = static_cast<std::uint64_t>(seed)}, "t");
      const double a = table.observation[0] == 0 ? table.count[0] : 0;
      sum += a;
      squares += a * a;
    }
    const double mean = sum / trials;
    EXPECT_NEAR(mean, static_cast<double>(depth) / 2, 0.05);
    EXPECT_NEAR(squares / trials - mean * mean,
                static_cast<double>(depth) * 0.25 * (10. - static_cast<double>(depth)) / 9, 0.04);
  }
}

TEST(Subsample, RefusesCountsThatAreNotWholeAndADepthThatNoSampleHas) {
  SparseTable table = small_table();
  table.count[1] = 2.5;
  expect_error([&] { take_subsample(table, {.depth = 1}, "t.biom"); }, Failure::inconsistent,
               {"t.biom", "'S'", "2.5", "whole"});
  table = small_table();
  expect_error([&] { take_subsample(table, {.depth = 11}, "t.biom"); }, Failure::inconsistent,
               {"t.biom", "none of 3", "the most are 10"});
}

}  // namespace
}  // namespace encke::io
