#include <gtest/gtest.h>

#include <cmath>
#include <encke/contraction/double_double.hpp>

namespace {

using encke::DoubleDouble;

TEST(DoubleDouble, keeps_what_a_double_loses) {
  const DoubleDouble sum = DoubleDouble(1) + 0x1p-80;
  EXPECT_EQ(sum.high, 1);
  EXPECT_EQ(sum.low, 0x1p-80);
  EXPECT_EQ(static_cast<double>(sum - 1), 0x1p-80);
  EXPECT_EQ(static_cast<double>(0x1p-80 - sum), -1);
}

TEST(DoubleDouble, products_of_two_doubles_are_exact) {
  const double x = 1 + 0x1p-52, y = 1 - 0x1p-50;
  const DoubleDouble product = DoubleDouble(x) * y;
  EXPECT_EQ(static_cast<double>(product - 1), 0x1p-52 - 0x1p-50 - 0x1p-102);
}

TEST(DoubleDouble, quotients_times_the_divisor_are_the_dividend) {
  for (const double divisor : {3.0, 7.0, -11.0, 0.1}) {
    const DoubleDouble quotient = DoubleDouble(1) / divisor;
    EXPECT_NE(quotient.low, 0);
    EXPECT_LT(std::abs(static_cast<double>(quotient * divisor - 1)), 0x1p-103);
  }
}

}  // namespace
