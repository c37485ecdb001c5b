#include <gtest/gtest.h>

#include <bit>
#include <encke/metric/builtin.hpp>
#include <encke/metric/chi_squared_tail.hpp>
#include <encke/run/permutation.hpp>

#include "support/classes.hpp"
#include "support/values.hpp"

namespace {

using encke::ChiSquared;
using encke::Hit;
using encke::Index;
using encke::K2;
using encke::permutation_p_values;
using encke::RandomPhenotypes;
using encke::test::interleaved;
using encke::test::pack;
using encke::test::random_genotypes;
using encke::test::values_of;

TEST(RandomPhenotypes, have_as_many_cases_as_the_true_one_among_the_samples_that_exist) {
  const auto vectors = pack(random_genotypes(1, 157, 0, 1), interleaved(157, 3));
  RandomPhenotypes phenotypes(vectors, 5);
  std::vector<std::uint64_t> first;
  for (Index p = 0; p < 50; ++p) {
    const auto cases = phenotypes.cases(p);
    Index count = 0;
    for (std::size_t w = 0; w < cases.size(); ++w) {
      count += std::popcount(cases[w]);
      EXPECT_EQ(cases[w] & ~vectors.word_fields(static_cast<Index>(w)), 0u);
    }
    EXPECT_EQ(count, vectors.class_fields(1).size());
    if (p == 0) first.assign(cases.begin(), cases.end());
    if (p == 1) {
      EXPECT_FALSE(std::equal(cases.begin(), cases.end(), first.begin()));
    }
  }
  const auto again = phenotypes.cases(0);
  EXPECT_TRUE(std::equal(again.begin(), again.end(), first.begin()));
}

/// Vector 1 is 2 in cases alone, so the pair (0, 1) has the best value that there is.
TEST(PermutationPValues, of_a_perfect_association_is_the_least_possible) {
  auto g = random_genotypes(2, 120, 0.05, 3);
  for (Index f = 0; f < 120; ++f) g.at(1, f) = f % 2 == 1 ? 2 : 0;
  const auto vectors = pack(g, interleaved(120, 2));
  const auto hits = values_of<2>(ChiSquared{}, vectors);
  const auto p = permutation_p_values<2>(ChiSquared{}, vectors, std::span(hits), 199, 1);
  ASSERT_EQ(p.size(), 1u);
  EXPECT_EQ(p[0], 1.0 / 200);
}

TEST(PermutationPValues, agree_with_the_chi_squared_distribution) {
  const auto vectors = pack(random_genotypes(12, 1500, 0.01, 9), interleaved(1500, 2));
  const auto hits = values_of<2>(ChiSquared{}, vectors);
  const auto p = permutation_p_values<2>(ChiSquared{}, vectors, std::span(hits), 600, 7);
  double sum = 0;
  for (std::size_t h = 0; h < hits.size(); ++h) {
    const double tail = encke::chi_squared_tail(hits[h].value, static_cast<int>(hits[h].cell));
    EXPECT_NEAR(p[h], tail, 0.1) << h;  // five times the deviation of 600; few tables are sparse
    sum += p[h] - tail;
  }
  EXPECT_NEAR(sum / static_cast<double>(p.size()), 0, 0.03);
}

TEST(PermutationPValues, are_the_same_again_and_differ_by_seed_and_count_small_values_of_k2) {
  const auto vectors = pack(random_genotypes(6, 90, 0, 2), interleaved(90, 2));
  const K2 metric(90);
  auto hits = values_of<3>(metric, vectors);
  const auto p = [&](std::uint64_t seed) {
    return permutation_p_values<3>(metric, vectors, std::span<const Hit<3>>(hits), 60, seed);
  };
  EXPECT_EQ(p(1), p(1));
  EXPECT_NE(p(1), p(2));
  for (auto& hit : hits) hit.value = 0;  // better than any
  for (const double x : p(1)) EXPECT_EQ(x, 1.0 / 61);
}

}  // namespace
