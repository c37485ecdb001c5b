#include <gtest/gtest.h>

#include <cmath>
#include <encke/io/matrix.hpp>
#include <encke/job/answers/refined_pairs.hpp>
#include <limits>
#include <numeric>
#include <random>

#include "support/scratch.hpp"

namespace encke::job {
namespace {

using test::failure_of;

std::string name_of(std::size_t column) { return "F: column C" + std::to_string(column); }

TEST(RegressionSamples, are_those_all_of_whose_numbers_are_known) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> trait = {1, 2, unknown, 4, 5};
  const std::vector<double> age = {3, unknown, 7, 5, 7};
  const RegressionSamples found = regression_samples({trait, age}, 5, name_of);
  EXPECT_EQ(found.fields, (std::vector<Index>{0, 3, 4}));
  EXPECT_EQ(found.trait, (std::vector<double>{1, 4, 5}));
  ASSERT_EQ(found.columns(), 1);
  const double deviation = std::sqrt(8. / 3);
  EXPECT_NEAR(found.covariates[0], -2 / deviation, 1e-15);
  EXPECT_NEAR(found.covariates[1], 0, 1e-15);
  EXPECT_NEAR(found.covariates[2], 2 / deviation, 1e-15);
  const std::vector<double> none(5, unknown);
  EXPECT_EQ(regression_samples({trait, none}, 5, name_of).size(), 0);
}

TEST(RegressionSamples, refuse_a_covariate_that_does_not_vary_among_them) {
  const std::vector<double> trait = {1, 2, std::numeric_limits<double>::quiet_NaN()};
  const std::vector<double> one = {1, 2, 3}, two = {6, 6, 7};
  const auto [kind, text] = failure_of([&] { regression_samples({trait, one, two}, 3, name_of); });
  EXPECT_EQ(kind, Failure::inconsistent);
  EXPECT_EQ(text, "F: column C1 has the same number for all of 2 samples, different ones expected");
}

/// Pieces with few variants, and one with all: the same, in the order in which pairs came.
TEST(RefinedPairs, are_the_regressions_of_each_pair_by_itself) {
  constexpr Index vectors = 9, samples = 90;
  std::mt19937 random(5);
  std::vector<std::int8_t> genotypes(vectors * samples);
  for (auto& genotype : genotypes) genotype = static_cast<std::int8_t>(random() % 4) - 1;
  Refinement how{.model = RegressionModel::linear};
  std::vector<double> trait(samples);
  for (auto& number : trait) number = static_cast<double>(random() % 100);
  how.samples = regression_samples({trait}, samples, name_of);
  const std::vector<std::uint8_t> cases(samples);
  const auto source = io::open_matrix(
      io::matrix_of(genotypes, vectors, samples, io::VectorsAre::rows),
      {.element = Element::case_control, .below_zero_is_missing = true, .cases = cases});

  std::vector<Hit<2>> hits;
  for (std::uint32_t a = 0; a < vectors; ++a) {
    for (std::uint32_t b = a + 1; b < vectors; ++b) hits.push_back({{{a, b}}, 0, 0});
  }
  PairRegression alone(how.samples, how.model);
  const auto row = [&](std::uint32_t vector) {
    std::vector<std::uint8_t> of(samples);
    for (Index s = 0; s < samples; ++s) {
      const std::int8_t genotype = genotypes[static_cast<std::size_t>(vector * samples + s)];
      of[static_cast<std::size_t>(s)] = static_cast<std::uint8_t>(genotype < 0 ? 3 : genotype);
    }
    return of;
  };
  std::size_t next = 0;
  int checks = 0;
  RefinedPairs pairs(
      *source, how, 2, [&] { ++checks; },
      [&](const Hit<2>& hit, const PairEffect& effect) {
        EXPECT_EQ(hit.index[1], hits[next++].index[1]);
        const PairEffect expected = alone(row(hit.index[0]), row(hit.index[1]));
        EXPECT_EQ(effect.beta, expected.beta);
        EXPECT_EQ(effect.samples, expected.samples);
        EXPECT_GT(p_value_of(how.model, effect), p_value_of(RegressionModel::logistic, effect));
      });
  pairs.add(std::span(hits).first(7));
  pairs.finish();
  EXPECT_EQ(next, 7U);
  pairs.add(std::span(hits).subspan(7));
  pairs.finish();
  pairs.finish();
  EXPECT_EQ(next, hits.size());
  EXPECT_EQ(checks, 2);
}

}  // namespace
}  // namespace encke::job
