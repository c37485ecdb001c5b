#include "bench/machine/statistics.hpp"

#include <gtest/gtest.h>

namespace {

using encke::bench::median;
using encke::bench::spread;

TEST(Statistics, median_of_an_odd_number_of_values_is_the_middle_one) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({7}), 7);
}

TEST(Statistics, median_of_an_even_number_of_values_is_the_mean_of_the_middle_ones) {
  EXPECT_EQ(median({4, 1, 3, 10}), 3.5);
}

TEST(Statistics, spread_is_the_largest_over_the_smallest_value) {
  EXPECT_EQ(spread({2, 3, 1}), 3);
  EXPECT_EQ(spread({5, 5}), 1);
  EXPECT_EQ(spread({0, 0}), 1);
}

}  // namespace
