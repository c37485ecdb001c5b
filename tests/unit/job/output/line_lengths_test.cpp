#include <gtest/gtest.h>

#include <algorithm>
#include <encke/base/mix.hpp>
#include <encke/job/output/line_lengths.hpp>
#include <random>
#include <vector>

namespace encke::job {
namespace {

double mean_of(const std::vector<std::uint64_t>& numbers) {
  LineLengths lengths;
  for (const std::uint64_t number : numbers) {
    const std::uint64_t place = mix(number);
    if (lengths.wants(place)) lengths.add(place, static_cast<std::ptrdiff_t>(number % 97));
  }
  return lengths.mean();
}

TEST(LineLengths, HaveAMeanThatDoesNotDependOnTheOrder) {
  std::vector<std::uint64_t> numbers(30'000);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
  const double mean = mean_of(numbers);
  EXPECT_NEAR(mean, 48, 1.5);  // of 10,000 lengths from 0 to 96
  std::mt19937 random(1);
  for (int order = 0; order < 5; ++order) {
    std::shuffle(numbers.begin(), numbers.end(), random);
    EXPECT_EQ(mean_of(numbers), mean);
  }
}

TEST(LineLengths, OfFewLinesAreAllOfThem) {
  EXPECT_EQ(mean_of({}), 0);
  EXPECT_EQ(mean_of({3, 4, 8}), 5);
}

}  // namespace
}  // namespace encke::job
