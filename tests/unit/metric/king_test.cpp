#include <gtest/gtest.h>

#include <cmath>
#include <encke/metric/ibs.hpp>
#include <encke/metric/king.hpp>

namespace encke::test::king_test {
namespace {

using encke::Evidence;
using encke::Genotype;
using encke::GenotypeMatches;
using encke::Ibs;
using encke::King;

using Seen = Evidence<GenotypeMatches, 2>;

/// From counts[g_i][g_j] of the variants that both samples have.
Seen seen_of(const std::int64_t (&counts)[3][3]) {
  Seen seen{};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int s = 0; s < GenotypeMatches::matches; ++s) {
        seen.joint[s] += counts[i][j] *
                         GenotypeMatches::read(Genotype(i), GenotypeMatches::channel_i[s]) *
                         GenotypeMatches::read(Genotype(j), GenotypeMatches::channel_j[s]);
      }
    }
  }
  return seen;
}

double kinship(const std::int64_t (&counts)[3][3]) {
  return King{}.value<2>(seen_of(counts), King::kinship);
}

double ibs(const std::int64_t (&counts)[3][3]) { return Ibs{}.value<2>(seen_of(counts), 0); }

TEST(GenotypeMatches, read_nothing_of_a_missing_genotype) {
  for (int channel = 0; channel < GenotypeMatches::channels; ++channel) {
    EXPECT_EQ(GenotypeMatches::read(Genotype::missing, channel), 0);
  }
}

TEST(King, of_known_tables) {
  EXPECT_EQ(kinship({{3, 0, 0}, {0, 4, 0}, {0, 0, 5}}), 0.5);  // the same person
  // a parent and a child: no opposite homozygotes, half of the heterozygous variants in common
  EXPECT_EQ(kinship({{9, 4, 0}, {4, 8, 4}, {0, 4, 9}}), 0.25);
  EXPECT_EQ(kinship({{0, 0, 3}, {0, 4, 0}, {5, 0, 0}}), 0.5 - 32.0 / 16);
  // the smaller number of heterozygotes, here of the second, divides
  EXPECT_EQ(kinship({{0, 0, 0}, {3, 2, 4}, {0, 1, 1}}), 0.5 - 8.0 / 12);
}

TEST(King, counts_what_both_have) {
  const Seen seen = seen_of({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}});
  EXPECT_EQ(King{}.value<2>(seen, King::present), 45);
  EXPECT_EQ(King{}.value<2>(seen, King::het_het), 5);
  EXPECT_EQ(King{}.value<2>(seen, King::ibs0), 10);
}

TEST(King, is_nan_where_a_sample_has_no_heterozygote) {
  EXPECT_TRUE(std::isnan(kinship({{1, 2, 3}, {0, 0, 0}, {4, 5, 6}})));
  EXPECT_TRUE(std::isnan(kinship({{1, 0, 3}, {2, 0, 5}, {4, 0, 6}})));
  EXPECT_TRUE(std::isnan(kinship({{0, 0, 0}, {0, 0, 0}, {0, 0, 0}})));
}

TEST(Ibs, of_known_tables) {
  EXPECT_EQ(ibs({{3, 0, 0}, {0, 4, 0}, {0, 0, 5}}), 1);
  EXPECT_EQ(ibs({{0, 0, 3}, {0, 0, 0}, {5, 0, 0}}), 0);
  EXPECT_EQ(ibs({{0, 1, 0}, {1, 0, 1}, {0, 1, 0}}), 0.5);
  EXPECT_EQ(ibs({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}), (15 + 0.5 * 20) / 45);
  EXPECT_TRUE(std::isnan(ibs({{0, 0, 0}, {0, 0, 0}, {0, 0, 0}})));
  EXPECT_EQ((Ibs{.distance = true}.value<2>(seen_of({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}), 0)),
            (10 + 0.5 * 20) / 45);
}

}  // namespace
}  // namespace encke::test::king_test
