#include <gtest/gtest.h>

#include <cmath>
#include <encke/base/chi_squared_tail.hpp>
#include <encke/metric/epistasis.hpp>
#include <encke/metric/interaction.hpp>

namespace {

using encke::chi_squared_tail;
using encke::CountTable;
using encke::Evidence;
using encke::GenotypeTables;
using encke::Interaction;

TEST(ChiSquaredTail, has_the_values_of_tables) {
  // quantiles of Abramowitz and Stegun, table 26.8
  EXPECT_NEAR(chi_squared_tail(3.84146, 1), 0.05, 1e-6);
  EXPECT_NEAR(chi_squared_tail(5.99146, 2), 0.05, 1e-6);
  EXPECT_NEAR(chi_squared_tail(11.3449, 3), 0.01, 1e-6);
  EXPECT_NEAR(chi_squared_tail(15.5073, 8), 0.05, 1e-6);
  EXPECT_NEAR(chi_squared_tail(54.0520, 26), 0.001, 1e-7);
}

TEST(ChiSquaredTail, of_no_degrees_of_freedom_or_nothing_is_one) {
  EXPECT_EQ(chi_squared_tail(5, 0), 1);
  EXPECT_EQ(chi_squared_tail(0, 8), 1);
  EXPECT_EQ(chi_squared_tail(-1e-14, 3), 1);
  EXPECT_TRUE(std::isnan(chi_squared_tail(std::nan(""), 3)));
}

TEST(ChiSquaredTail, falls_with_the_statistic_into_the_smallest_numbers) {
  for (const int df : {1, 2, 7, 8, 26}) {
    double last = 1;
    for (double x = 1; x < 1400; x *= 1.5) {
      const double tail = chi_squared_tail(x, df);
      EXPECT_GT(tail, 0) << x;
      EXPECT_LE(tail, last * (1 + 1e-14)) << x;
      last = tail;
    }
    EXPECT_LT(last, 1e-150);
  }
}

TEST(CountTable, of_log_factorials_is_that_of_the_gamma_function) {
  const auto table = CountTable::log_factorial(100'000);
  EXPECT_EQ(table[0], 0);
  EXPECT_EQ(table[1], 0);
  for (const encke::Index n : {2, 3, 10, 1000, 100'000}) {
    EXPECT_NEAR(table[n], std::lgamma(static_cast<double>(n) + 1), 2e-15 * table[n]) << n;
  }
}

Evidence<GenotypeTables, 2> tables(const int (&counts)[2][9]) {
  Evidence<GenotypeTables, 2> seen{};
  for (int c = 0; c < 2; ++c) {
    for (int i = 0; i < 9; ++i) {
      seen.joint[c][i] = counts[c][i];
    }
  }
  return seen;
}

TEST(MutualInformation, of_classes_with_the_same_shares_of_each_genotype_is_exactly_zero) {
  const encke::MutualInformation metric(100'000);
  for (int times = 1; times < 200; ++times) {
    for (const int ratio : {1, 2, 3, 7}) {
      int counts[2][9];
      for (int cell = 0; cell < 9; ++cell) {
        counts[0][cell] = cell * times;
        counts[1][cell] = cell * times * ratio;
      }
      ASSERT_EQ(metric.value<2>(tables(counts), 0), 0) << times << ' ' << ratio;
      ++counts[1][4];
      ASSERT_GT(metric.value<2>(tables(counts), 0), 0) << times << ' ' << ratio;
    }
  }
}

TEST(Interaction, of_effects_that_multiply_is_zero) {
  // odds of a case: 1, 2, 3 by the first vector times 1, 1, 2 by the second
  const auto seen =
      tables({{60, 60, 60, 60, 60, 60, 60, 60, 60}, {60, 60, 120, 120, 120, 240, 180, 180, 360}});
  EXPECT_NEAR(Interaction{}.value<2>(seen, 0), 0, 1e-3);
  EXPECT_EQ(Interaction{}.degrees_of_freedom<2>(seen), 4);
}

TEST(Interaction, has_the_digits_that_plink_prints) {
  // PLINK 1.9 --fast-epistasis boost of these counts; the second fit ends before it has converged
  const auto first = tables({{369, 1, 0, 0, 262, 0, 0, 0, 73}, {354, 0, 0, 0, 280, 0, 0, 0, 71}});
  EXPECT_NEAR(Interaction{}.value<2>(first, 0), 0.327228, 5e-7);
  const auto second = tables({{0, 8, 7, 0, 0, 4, 0, 0, 1}, {3, 8, 9, 0, 4, 8, 1, 0, 0}});
  EXPECT_NEAR(Interaction{}.value<2>(second, 0), 2.76837, 5e-6);
}

TEST(Interaction, has_the_degrees_of_freedom_of_the_genotypes_that_occur) {
  const auto two = tables({{2, 12, 0, 2, 6, 0, 0, 0, 0}, {6, 12, 8, 2, 2, 4, 0, 0, 0}});
  EXPECT_EQ(Interaction{}.degrees_of_freedom<2>(two), 2);
  const auto none = tables({{14, 0, 0, 3, 0, 0, 1, 0, 0}, {19, 0, 0, 12, 0, 0, 1, 0, 0}});
  EXPECT_EQ(Interaction{}.degrees_of_freedom<2>(none), 0);
  EXPECT_TRUE(std::isnan(Interaction{}.value<2>(none, 0)));
}

}  // namespace
