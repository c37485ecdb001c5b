// The exact test against sums over all cells, and against numbers of PLINK.
#include <gtest/gtest.h>

#include <cmath>
#include <encke/io/select/hardy_weinberg.hpp>
#include <vector>

namespace encke::io {
namespace {

double log_factorial(Index n) { return std::lgamma(static_cast<double>(n) + 1); }

/// As the papers have it.
double by_all_cells(const GenotypeCounts& females, const GenotypeCounts& males) {
  const Index women = females.het + females.hom_a1 + females.hom_a2;
  const Index men = males.hom_a1 + males.hom_a2;
  const Index first = 2 * females.hom_a1 + females.het + males.hom_a1;
  const auto term = [&](Index of_men, Index het) {
    const Index of_women = first - of_men;
    return static_cast<double>(het) * std::log(2.0) - log_factorial(het) -
           log_factorial((of_women - het) / 2) - log_factorial((2 * women - of_women - het) / 2) -
           log_factorial(of_men) - log_factorial(men - of_men);
  };
  const double observed = term(males.hom_a1, females.het);
  double all = 0, tail = 0;
  for (Index of_men = 0; of_men <= men; ++of_men) {
    const Index of_women = first - of_men;
    if (of_women < 0 || of_women > 2 * women) continue;
    for (Index het = of_women % 2; het <= std::min(of_women, 2 * women - of_women); het += 2) {
      const double likelihood = std::exp(term(of_men, het) - observed);
      all += likelihood;
      if (likelihood <= 1 + 1e-9) tail += likelihood;
    }
  }
  return tail / all;
}

GenotypeCounts counts(Index het, Index hom1, Index hom2) {
  return {.het = het, .hom_a1 = hom1, .hom_a2 = hom2};
}

TEST(HardyWeinberg, is_the_share_of_what_is_no_likelier) {
  for (Index het = 0; het < 25; het += 3) {
    for (Index hom1 = 0; hom1 < 12; ++hom1) {
      const auto of = counts(het, hom1, 9);
      EXPECT_NEAR(hardy_weinberg_p_value(of), by_all_cells(of, {}), 1e-10) << het << " " << hom1;
      EXPECT_NEAR(hardy_weinberg_p_value(counts(het, 9, hom1)), hardy_weinberg_p_value(of), 1e-12);
    }
  }
  EXPECT_EQ(hardy_weinberg_p_value({}), 1);
  EXPECT_EQ(hardy_weinberg_p_value(counts(0, 0, 50)), 1);
  EXPECT_NEAR(hardy_weinberg_p_value(counts(0, 1, 1)), 1.0 / 3, 1e-15);
}

TEST(HardyWeinberg, of_x_is_over_both_sexes) {
  for (Index het = 0; het < 16; het += 3) {
    for (Index hom1 = 0; hom1 < 8; hom1 += 2) {
      for (Index men = 0; men < 12; men += 3) {
        const auto women = counts(het, hom1, 7);
        const auto of_men = counts(3, men, 5);  // his heterozygotes do not count
        EXPECT_NEAR(hardy_weinberg_p_value_of_x(women, of_men), by_all_cells(women, of_men), 1e-10)
            << het << " " << hom1 << " " << men;
      }
    }
  }
  EXPECT_EQ(hardy_weinberg_p_value_of_x({}, counts(0, 4, 9)), 1);
}

TEST(HardyWeinberg, of_many_samples_keeps_its_digits) {
  for (const auto& of : {counts(500, 250, 250), counts(430, 250, 320), counts(9, 0, 100'000)}) {
    EXPECT_NEAR(hardy_weinberg_p_value(of) / by_all_cells(of, {}), 1, 1e-7);
  }
  const double tiny = hardy_weinberg_p_value(counts(0, 60, 140));
  EXPECT_GT(tiny, 0);
  EXPECT_NEAR(tiny / by_all_cells(counts(0, 60, 140), {}), 1, 1e-8);
  EXPECT_EQ(hardy_weinberg_p_value(counts(0, 200'000, 200'000)), 0);
  const auto women = counts(200, 500, 800), men = counts(0, 900, 600);
  EXPECT_NEAR(hardy_weinberg_p_value_of_x(women, men) / by_all_cells(women, men), 1, 1e-7);
  EXPECT_EQ(hardy_weinberg_p_value_of_x(counts(0, 99'999, 1), counts(0, 1, 99'999)), 0);
}

TEST(HardyWeinberg, tells_few_heterozygotes) {
  EXPECT_TRUE(has_few_heterozygotes(counts(3, 4, 4)));
  EXPECT_TRUE(has_few_heterozygotes(counts(8, 4, 4)));
  EXPECT_FALSE(has_few_heterozygotes(counts(9, 4, 4)));
}

}  // namespace
}  // namespace encke::io
