#include <gtest/gtest.h>

#include <encke/base/histogram.hpp>
#include <limits>

namespace encke::histogram_test {
namespace {

Histogram of(std::initializer_list<double> values) {
  Histogram histogram{.width = 0.01};
  for (const double value : values) histogram.add(value);
  return histogram;
}

TEST(Quantiles, are_the_ends_of_bins) {
  const Histogram histogram = of({0.005, 0.015, 0.015, 0.255});
  EXPECT_EQ(histogram.quantile(0.25), 0.01);
  EXPECT_EQ(histogram.quantile(0.5), 0.02);
  EXPECT_EQ(histogram.quantile(0.75), 0.02);
  EXPECT_EQ(histogram.quantile(0.76), 0.26);
  EXPECT_EQ(histogram.quantile(1), 0.26);
}

TEST(Quantiles, count_values_below_zero_and_no_nan) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Histogram histogram = of({-1, -2, nan, nan, nan, 0.5, 0.505});
  EXPECT_EQ(histogram.quantile(0.5), 0);
  EXPECT_EQ(histogram.quantile(0.75), 0.51);
  EXPECT_FALSE(of({nan}).quantile(0.5).has_value());
  EXPECT_FALSE(of({}).quantile(0.5).has_value());
}

TEST(Quantiles, know_no_end_of_the_last_bin) {
  EXPECT_EQ(of({1e9}).quantile(0.5), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace encke::histogram_test
