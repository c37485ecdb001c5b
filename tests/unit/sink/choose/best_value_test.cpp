#include <gtest/gtest.h>

#include <cmath>
#include <encke/sink/choose/best_value.hpp>
#include <vector>

namespace encke::test::best_value_test {
namespace {

using encke::Hit;
using encke::sink::BestValue;

constexpr double infinity = std::numeric_limits<double>::infinity();

void take(BestValue& sink, std::vector<Hit<2>> hits) { sink.take(std::span<const Hit<2>>(hits)); }

TEST(BestValue, of_values_is_the_largest_and_their_floor) {
  BestValue sink;
  sink.begin({});
  EXPECT_EQ(sink.best(), -infinity);
  EXPECT_EQ(sink.floor(), -infinity);
  take(sink, {{{{0, 1}}, 0, 2.5}, {{{0, 2}}, 0, std::nan("")}, {{{1, 2}}, 0, 1}});
  EXPECT_EQ(sink.best(), 2.5);
  EXPECT_EQ(sink.floor(), 2.5);
  EXPECT_EQ(sink.ceiling(), infinity);
}

TEST(BestValue, where_small_is_good_is_less_than_the_others_and_a_ceiling) {
  BestValue sink;
  sink.begin({.small_is_good = true});
  EXPECT_EQ(sink.ceiling(), infinity);
  take(sink, {{{{0, 1}}, 0, 70}, {{{0, 2}}, 0, 65}});
  EXPECT_EQ(sink.best(), -65);
  EXPECT_EQ(sink.ceiling(), 65);
  EXPECT_EQ(sink.floor(), -infinity);
}

TEST(BestValue, of_chi_squared_statistics_is_that_of_the_smallest_p_value) {
  BestValue sink;
  sink.begin({.chi_squared = true});
  take(sink, {{{{0, 1}}, 4, 20}, {{{0, 2}}, 1, 18}, {{{1, 2}}, 0, 99}});
  // a compiler may work out the tail of a known number itself, and round it otherwise
  EXPECT_DOUBLE_EQ(sink.best(), -encke::chi_squared_tail(18, 1));
  EXPECT_NEAR(sink.floor(), 18, 1e-9);  // a statistic of one degree of freedom may be as good
}

}  // namespace
}  // namespace encke::test::best_value_test
