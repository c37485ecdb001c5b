#include <gtest/gtest.h>

#include <encke/job/output/largest_hits.hpp>
#include <random>

namespace encke::job {
namespace {

/// Pairs (0, 1), (0, 2), ... with these values.
std::vector<Hit<2>> hits_of(const std::vector<double>& values) {
  std::vector<Hit<2>> hits;
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    hits.push_back({.index = {0, i + 1}, .cell = 0, .value = values[i]});
  }
  return hits;
}

std::unique_ptr<LargestHits> taken(const std::vector<Hit<2>>& hits, bool small_is_good = false) {
  auto sink = std::make_unique<LargestHits>(nullptr, nullptr, small_is_good, false);
  sink->begin({.way = 2, .cells = 1});
  sink->take(std::span(hits));
  return sink;
}

TEST(LargestHits, are_the_best_in_order_and_of_equal_ones_the_first) {
  std::vector<double> values(200, 0.5);
  values[150] = 0.75;
  for (const bool small_is_good : {false, true}) {
    if (small_is_good) values[150] = 0.25;
    const auto shown = taken(hits_of(values), small_is_good)->shown();
    ASSERT_EQ(shown.size(), LargestHits::most);
    EXPECT_EQ(shown.front().value, values[150]);
    EXPECT_EQ(shown.back().names.back(), "49");
  }
}

TEST(LargestHits, count_those_as_good_as_the_last_whatever_the_order) {
  std::mt19937 random(3);
  std::vector<double> values(500);
  for (double& value : values) value = static_cast<double>(random() % 20);
  auto hits = hits_of(values);
  std::vector<double> sorted = values;
  std::sort(sorted.rbegin(), sorted.rend());
  const double last = sorted[LargestHits::most - 1];
  const auto equal = std::count(sorted.begin() + LargestHits::most, sorted.end(), last);
  ASSERT_GT(equal, 0);
  for (int order = 0; order < 20; ++order) {
    std::shuffle(hits.begin(), hits.end(), random);
    EXPECT_EQ(taken(hits)->left_equal(), equal);
  }
  EXPECT_EQ(taken({hits.begin(), hits.begin() + 30})->left_equal(), 0);
}

}  // namespace
}  // namespace encke::job
