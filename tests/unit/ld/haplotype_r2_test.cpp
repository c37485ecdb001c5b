#include <gtest/gtest.h>

#include <cmath>
#include <encke/ld/haplotype_r2.hpp>
#include <random>

#include "support/genotypes.hpp"

namespace encke::ld {
namespace {

/// Expectation and maximisation from many beginnings, each until nothing moves.
double by_iteration(const GenotypePairs& pairs) {
  const auto at = [&](int i, int j) { return static_cast<double>(pairs.count[i][j]); };
  const double known[4] = {2 * at(2, 2) + at(2, 1) + at(1, 2), 2 * at(2, 0) + at(2, 1) + at(1, 0),
                           2 * at(0, 2) + at(0, 1) + at(1, 2), 2 * at(0, 0) + at(0, 1) + at(1, 0)};
  const double unknown = at(1, 1);
  const double all = known[0] + known[1] + known[2] + known[3] + 2 * unknown;
  double best = -1e300, best_p[4] = {};
  for (int begin = 0; begin <= 40; ++begin) {
    double share = begin / 40.0, p[4];
    for (int step = 0; step < 20'000; ++step) {
      const double together = unknown * share, apart = unknown - together;
      const double counts[4] = {known[0] + together, known[1] + apart, known[2] + apart,
                                known[3] + together};
      for (int h = 0; h < 4; ++h) p[h] = counts[h] / all;
      const double coupled = p[0] * p[3], crossed = p[1] * p[2];
      const double next = coupled + crossed > 0 ? coupled / (coupled + crossed) : share;
      if (next == share) break;
      share = next;
    }
    double likelihood = 0;
    for (int h = 0; h < 4; ++h) likelihood += known[h] > 0 ? known[h] * std::log(p[h]) : 0;
    if (unknown > 0) likelihood += unknown * std::log(p[0] * p[3] + p[1] * p[2]);
    if (likelihood > best + 1e-9) {
      best = likelihood;
      std::copy(p, p + 4, best_p);
    }
  }
  const double a = best_p[0] + best_p[1], b = best_p[0] + best_p[2];
  const double difference = best_p[0] - a * b;
  return difference * difference / (a * (1 - a) * b * (1 - b));
}

TEST(HaplotypeR2, of_known_tables) {
  EXPECT_DOUBLE_EQ(haplotype_r2({{{5, 0, 0}, {0, 6, 0}, {0, 0, 7}}}), 1);
  EXPECT_DOUBLE_EQ(haplotype_r2({{{0, 0, 5}, {0, 6, 0}, {7, 0, 0}}}), 1);
  EXPECT_EQ(haplotype_r2({{{1, 2, 1}, {2, 4, 2}, {1, 2, 1}}}), 0);
  // without a sample that is heterozygous in both all haplotypes are known: 5, 1, 3, 13
  const double first = 6.0 / 22, second = 8.0 / 22, difference = 5.0 / 22 - first * second;
  EXPECT_DOUBLE_EQ(haplotype_r2({{{5, 2, 0}, {1, 0, 1}, {0, 0, 2}}}),
                   difference * difference / (first * (1 - first) * second * (1 - second)));
}

TEST(HaplotypeR2, is_nan_where_an_allele_is_all_there_is) {
  EXPECT_TRUE(std::isnan(haplotype_r2({{{5, 3, 2}, {0, 0, 0}, {0, 0, 0}}})));
  EXPECT_TRUE(std::isnan(haplotype_r2({{{0, 0, 4}, {0, 0, 2}, {0, 0, 1}}})));
  EXPECT_TRUE(std::isnan(haplotype_r2({})));
}

TEST(HaplotypeR2, has_the_largest_likelihood) {
  std::mt19937_64 random(2);
  for (int trial = 0; trial < 60; ++trial) {
    GenotypePairs pairs;
    for (auto& row : pairs.count) {
      for (auto& count : row) count = static_cast<Index>(random() % (trial % 3 == 0 ? 4 : 30));
    }
    if (trial % 2 == 0) pairs.count[1][1] += 40;
    const double expected = by_iteration(pairs), found = haplotype_r2(pairs);
    if (std::isnan(expected)) continue;
    EXPECT_NEAR(found, expected, 1e-5) << trial;
  }
}

TEST(CountPairs, counts_samples_that_both_have) {
  for (const double rate : {0.0, 0.1}) {
    for (const Index fields : {1, 64, 65, 200}) {
      const auto g = test::random_genotypes(11, fields, rate, 3);
      const PackedVectors vectors = test::pack_moments(g);
      for (const auto& [i, j] : {std::pair<Index, Index>{0, 1}, {3, 9}, {10, 2}, {5, 5}}) {
        GenotypePairs expected;
        for (Index f = 0; f < fields; ++f) {
          if (g.at(i, f) != 3 && g.at(j, f) != 3) ++expected.count[g.at(i, f)][g.at(j, f)];
        }
        const GenotypePairs found = count_pairs(vectors, i, vectors, j);
        for (int x = 0; x < 3; ++x) {
          for (int y = 0; y < 3; ++y) EXPECT_EQ(found.count[x][y], expected.count[x][y]);
        }
      }
    }
  }
}

}  // namespace
}  // namespace encke::ld
