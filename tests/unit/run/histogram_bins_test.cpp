#include <gtest/gtest.h>

#include <encke/plan/report.hpp>
#include <limits>

namespace encke {
namespace {

TEST(Histogram, counts_a_value_in_the_bin_that_starts_with_it) {
  for (std::size_t b = 0; b <= 450; ++b) {
    Histogram h;
    h.width = 0.01;
    h.add(static_cast<double>(b) / 100);
    ASSERT_EQ(h.counts.size(), b + 1);
    EXPECT_EQ(h.counts[b], 1);
  }
}

TEST(Histogram, counts_the_value_just_below_a_start_in_the_bin_before) {
  for (std::size_t b = 1; b <= 450; ++b) {
    Histogram h;
    h.width = 0.01;
    h.add(std::nextafter(static_cast<double>(b) / 100, 0));
    ASSERT_EQ(h.counts.size(), b);
    EXPECT_EQ(h.counts[b - 1], 1);
  }
}

TEST(Histogram, keeps_large_values_in_its_last_bin_and_others_apart) {
  Histogram h;
  h.width = 0.01;
  h.add(1e300);
  h.add(std::numeric_limits<double>::infinity());
  h.add(-1);
  h.add(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(h.counts.size(), Histogram::most_bins + 1);
  EXPECT_EQ(h.counts.back(), 2);
  EXPECT_EQ(h.below, 1);
  EXPECT_EQ(h.nan, 1);
}

}  // namespace
}  // namespace encke
