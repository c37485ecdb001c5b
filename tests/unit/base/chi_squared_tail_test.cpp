#include <gtest/gtest.h>

#include <cmath>
#include <encke/base/chi_squared_tail.hpp>

namespace {

using encke::chi_squared_cut_off;
using encke::chi_squared_tail;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// R: qchisq(0.001, df, lower.tail = FALSE), and for 1e-8.
TEST(ChiSquaredCutOff, is_the_quantile_of_tables) {
  EXPECT_NEAR(chi_squared_cut_off(0.001, 1), 10.827566, 1e-6);
  EXPECT_NEAR(chi_squared_cut_off(0.001, 2), 13.815511, 1e-6);
  EXPECT_NEAR(chi_squared_cut_off(0.001, 4), 18.466827, 1e-6);
  EXPECT_NEAR(chi_squared_cut_off(1e-8, 1), 32.841253, 1e-6);
}

TEST(ChiSquaredCutOff, is_the_smallest_statistic_with_such_a_tail) {
  for (const double p : {0.999, 0.5, 0.01, 1e-8, 1e-100, 1e-280}) {
    for (int df = 1; df <= 26; ++df) {
      const double cut = chi_squared_cut_off(p, df);
      EXPECT_LE(chi_squared_tail(cut, df), p) << p << ' ' << df;
      // the tail is exact to some units in the last place alone
      EXPECT_GT(chi_squared_tail(cut * (1 - 1e-12), df), p * (1 - 1e-13)) << p << ' ' << df;
      if (df > 1) {
        EXPECT_GT(cut, chi_squared_cut_off(p, df - 1)) << p << ' ' << df;
      }
    }
  }
}

TEST(ChiSquaredCutOff, of_no_degrees_of_freedom_is_never_reached) {
  EXPECT_EQ(chi_squared_cut_off(0.5, 0), infinity);
  EXPECT_EQ(chi_squared_cut_off(1, 0), -infinity);
  EXPECT_EQ(chi_squared_cut_off(1, 4), -infinity);
}

}  // namespace
