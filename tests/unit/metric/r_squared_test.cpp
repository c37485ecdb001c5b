#include <gtest/gtest.h>

#include <cmath>
#include <encke/metric/r_squared.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <utility>

namespace encke::test::r_squared_test {
namespace {

using encke::Evidence;
using encke::Genotype;
using encke::GenotypeMoments;
using encke::RSquared;

using Seen = Evidence<GenotypeMoments, 2>;

/// From counts[g_i][g_j] of the samples present in both.
Seen seen_of(const std::int64_t (&counts)[3][3]) {
  Seen seen{};
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

double value_of(const std::int64_t (&counts)[3][3]) {
  return RSquared{}.value<2>(seen_of(counts), 0);
}

TEST(GenotypeMoments, read_nothing_of_a_missing_genotype) {
  for (int channel = 0; channel < GenotypeMoments::channels; ++channel) {
    EXPECT_EQ(GenotypeMoments::read(Genotype::missing, channel), 0);
  }
  EXPECT_EQ(GenotypeMoments::read(Genotype::hom0, 1), -1);
  EXPECT_EQ(GenotypeMoments::read(Genotype::hom0, 2), 1);
  EXPECT_EQ(GenotypeMoments::read(Genotype::het, 2), 0);
  EXPECT_EQ(GenotypeMoments::read(Genotype::hom1, 1), 1);
}

TEST(RSquared, of_known_tables) {
  // x = 0 0 1 1 2 2, y = 0 1 1 2 1 2: covariance 12 / 36, variances 24 / 36 and 17 / 36
  EXPECT_DOUBLE_EQ(value_of({{1, 1, 0}, {0, 1, 1}, {0, 1, 1}}), 6.0 / 17);
  EXPECT_EQ(value_of({{3, 0, 0}, {0, 4, 0}, {0, 0, 5}}), 1);
  EXPECT_EQ(value_of({{0, 0, 3}, {0, 4, 0}, {5, 0, 0}}), 1);
  EXPECT_EQ(value_of({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}), 0);
}

TEST(RSquared, is_nan_where_a_variant_does_not_vary) {
  EXPECT_TRUE(std::isnan(value_of({{3, 4, 5}, {0, 0, 0}, {0, 0, 0}})));
  EXPECT_TRUE(std::isnan(value_of({{0, 3, 0}, {0, 4, 0}, {0, 5, 0}})));
  EXPECT_TRUE(std::isnan(value_of({{0, 0, 0}, {0, 1, 0}, {0, 0, 0}})));
  EXPECT_TRUE(std::isnan(value_of({{0, 0, 0}, {0, 0, 0}, {0, 0, 0}})));
}

TEST(RSquared, of_as_many_samples_as_are_supported_does_not_overflow) {
  const std::int64_t most = encke::PackedVectors::most_fields(encke::Element::genotype_moments);
  const std::int64_t half = most / 2;
  EXPECT_NEAR(value_of({{half, 0, 0}, {0, 0, 0}, {0, 0, most - half}}), 1, 1e-15);
  EXPECT_NEAR(value_of({{0, 0, half}, {0, 0, 0}, {most - half, 0, 0}}), 1, 1e-15);
  // one carrier of both among all: variances of order n, where the terms are of order n^2
  EXPECT_NEAR(value_of({{most - 1, 0, 0}, {0, 1, 0}, {0, 0, 0}}), 1, 1e-15);
  EXPECT_GT(value_of({{most - 2, 1, 0}, {1, 0, 0}, {0, 0, 0}}), 0);
}

TEST(RSquared, is_at_most_1_and_the_same_in_either_order) {
  std::int64_t next = 7;
  for (int round = 0; round < 1000; ++round) {
    std::int64_t counts[3][3], turned[3][3];
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        next = (next * 1103515245 + 12345) % 2147483648;
        counts[i][j] = turned[j][i] = i == j ? next % 4000 : next % (1 + round % 3);
      }
    }
    const double value = value_of(counts);
    EXPECT_LE(value, 1);
    EXPECT_EQ(value, value_of(turned));
  }
}

}  // namespace
}  // namespace encke::test::r_squared_test
