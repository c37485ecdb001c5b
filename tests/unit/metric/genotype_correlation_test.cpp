#include <gtest/gtest.h>

#include <cmath>
#include <encke/metric/genotype_correlation.hpp>
#include <encke/metric/r_squared.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <random>

namespace encke::test::genotype_correlation_test {
namespace {

using encke::Evidence;
using encke::Genotype;
using encke::GenotypeCorrelation;
using encke::GenotypeMoments;
using encke::RSquared;

using Counts = std::int64_t[3][3];

/// From counts[g_i][g_j] of the samples present in both.
Evidence<GenotypeMoments, 2> seen_of(const Counts& counts) {
  Evidence<GenotypeMoments, 2> seen{};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int s = 0; s < GenotypeMoments::moments; ++s) {
        seen.joint[s] += counts[i][j] *
                         GenotypeMoments::read(Genotype(i), GenotypeMoments::channel_i[s]) *
                         GenotypeMoments::read(Genotype(j), GenotypeMoments::channel_j[s]);
      }
    }
  }
  return seen;
}

double value_of(const Counts& counts) { return GenotypeCorrelation{}.value<2>(seen_of(counts), 0); }

TEST(GenotypeCorrelation, has_the_sign_of_the_copies) {
  EXPECT_EQ(value_of({{3, 0, 0}, {0, 4, 0}, {0, 0, 5}}), 1);
  EXPECT_EQ(value_of({{0, 0, 3}, {0, 4, 0}, {5, 0, 0}}), -1);
  EXPECT_EQ(value_of({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}), 0);
  // x = 0 0 1 1 2 2, y = 0 1 1 2 1 2: covariance 12 / 36, variances 24 / 36 and 17 / 36
  EXPECT_DOUBLE_EQ(value_of({{1, 1, 0}, {0, 1, 1}, {0, 1, 1}}), std::sqrt(6.0 / 17));
}

TEST(GenotypeCorrelation, is_nan_where_a_variant_does_not_vary) {
  EXPECT_TRUE(std::isnan(value_of({{3, 4, 5}, {0, 0, 0}, {0, 0, 0}})));
  EXPECT_TRUE(std::isnan(value_of({{0, 3, 0}, {0, 4, 0}, {0, 5, 0}})));
}

TEST(GenotypeCorrelation, squared_is_r_squared_and_the_same_in_either_order) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 10000; ++i) {
    Counts counts, turned;
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) {
        counts[a][b] = static_cast<std::int64_t>(random() % (std::uint64_t{1} << random() % 24));
        turned[b][a] = counts[a][b];
      }
    }
    const double r = value_of(counts);
    const double squared = RSquared{}.value<2>(seen_of(counts), 0);
    if (std::isnan(squared)) continue;
    ASSERT_NEAR(r * r, squared, 1e-15);
    ASSERT_LE(std::abs(r), 1);
    ASSERT_EQ(r, value_of(turned));
  }
}

}  // namespace
}  // namespace encke::test::genotype_correlation_test
