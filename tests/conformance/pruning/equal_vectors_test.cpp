#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <encke/metric/builtin.hpp>
#include <encke/sink/choose/top.hpp>
#include <random>

#include "support/genotypes.hpp"
#include "with_and_without.hpp"

// Equal vectors are contracted once: a run has the values, the digest and the histogram of one that
// contracts them all.

namespace equal_vectors_test {
namespace {

using encke::Index;
using encke::PackedVectors;
using encke::Plan;
using encke::Pruning;
using encke::test::expect_equal;
using encke::test::Genotypes;
using encke::test::plan_for;

/// Few kinds of vectors, in any order: some that come once, some often, some that differ in one
/// sample alone, or in its being missing.
Genotypes repeated(Index vectors, Index fields, double rate, std::mt19937_64& random) {
  const Index kinds = 1 + vectors / 3;
  Genotypes kind = encke::test::random_genotypes(kinds, fields, rate, random());
  for (Index k = 1; k < kinds; k += 3) {
    for (Index f = 0; f < fields; ++f) kind.at(k, f) = kind.at(k - 1, f);
    std::uint8_t& other =
        kind.at(k, static_cast<Index>(random() % static_cast<std::uint64_t>(fields)));
    other = other == 1 ? 3 : 1;
    if (rate == 0 && other == 3) other = 2;
  }
  Genotypes g(vectors, fields);
  for (Index v = 0; v < vectors; ++v) {
    const bool often = random() % 4 == 0;
    const auto of =
        often ? Index{0} : static_cast<Index>(random() % static_cast<std::uint64_t>(kinds));
    for (Index f = 0; f < fields; ++f) g.at(v, f) = kind.at(of, f);
  }
  return g;
}

template <class Metric>
void compare_at_random(const Metric& metric, PackedVectors (*pack)(const Genotypes&), bool missing,
                       std::uint64_t seeds) {
  for (std::uint64_t seed = 0; seed < 8 * encke::test::rounds(); ++seed) {
    std::mt19937_64 random(1000 * seeds + 100000 * (seed / 8) + seed);
    constexpr Index sizes[] = {1, 63, 64, 65, 130, 300, 90, 40};
    const auto vectors = static_cast<Index>(3 + random() % 150);
    const double rate = missing && seed % 2 == 0 ? 0.05 : 0;
    const PackedVectors packed = pack(repeated(vectors, sizes[seed % 8], rate, random));
    Plan plan = plan_for(2);
    plan.precision = seed % 3 == 0 ? encke::Precision::float32 : encke::Precision::float64;
    plan.block = random() % 2 == 0 ? 48 : 0;
    Index spared = expect_equal(metric, packed, plan).tuples_of_equal;  // all values
    EXPECT_TRUE(plan.block > 0 || spared > 0);
    plan.digest_all = true;
    plan.threshold = encke::above(0.6);
    expect_equal(metric, packed, plan);
    plan.digest_all = false;
    plan.histogram_width = 0.05;
    expect_equal(metric, packed, plan);
    plan.histogram_width = 0;
    const auto values = encke::test::values_of<2>(metric, packed, plan_for(2));
    for (int t = 0; t < 3 && !values.empty(); ++t) {
      const double value = values[random() % values.size()].value;
      if (!std::isfinite(value)) continue;
      for (const double at : {value, std::nextafter(value, -9.0), std::nextafter(value, 9.0)}) {
        plan.threshold = encke::above(at);
        spared += expect_equal(metric, packed, plan).tuples_of_equal;
      }
    }
  }
}

PackedVectors pack_genotypes(const Genotypes& g) { return encke::test::pack(g); }
PackedVectors pack_bits(const Genotypes& g) { return encke::test::pack_bits(g); }

TEST(EqualVectors, of_genotypes_have_all_their_values) {
  compare_at_random(encke::Ccc{}, pack_genotypes, true, 1);
}

TEST(EqualVectors, of_moments_have_all_their_values) {
  compare_at_random(encke::RSquared{}, encke::test::pack_moments, true, 2);
  compare_at_random(encke::GenotypeCorrelation{}, encke::test::pack_moments, true, 3);
}

TEST(EqualVectors, of_bits_have_all_their_values) {
  compare_at_random(encke::Duo{}, pack_bits, true, 4);
  compare_at_random(encke::Sorenson{}, pack_bits, false, 5);
  compare_at_random(encke::Jaccard{}, pack_bits, false, 6);
}

TEST(EqualVectors, have_the_same_values_on_every_backend_and_level) {
  std::mt19937_64 random(7);
  const Genotypes g = repeated(330, 257, 0.02, random);
  const PackedVectors moments = encke::test::pack_moments(g);
  const PackedVectors genotypes = encke::test::pack(g);
  for (const auto& engine : encke::test::engines_to_compare()) {
    Plan plan = plan_for(2, engine);
    plan.threshold = encke::above(0.5);
    EXPECT_GT(expect_equal(encke::RSquared{}, moments, plan).tuples_of_equal, 0);
    EXPECT_GT(expect_equal(encke::Ccc{}, genotypes, plan).tuples_of_equal, 0);
  }
}

TEST(EqualVectors, are_all_there_where_all_are_equal) {
  const Genotypes one = encke::test::random_genotypes(1, 70, 0.1, 8);
  Genotypes g(200, 70);
  for (Index v = 0; v < 200; ++v) {
    for (Index f = 0; f < 70; ++f) g.at(v, f) = one.at(0, f);
  }
  Plan plan = plan_for(2);
  EXPECT_EQ(expect_equal(encke::Ccc{}, encke::test::pack(g), plan).tuples_of_equal, 200 * 199 / 2);
  EXPECT_EQ(expect_equal(encke::RSquared{}, encke::test::pack_moments(g), plan).tuples_of_equal,
            200 * 199 / 2);
}

TEST(EqualVectors, are_those_of_top_and_best_with_ties_and_of_groups) {
  std::mt19937_64 random(9);
  const PackedVectors packed = encke::test::pack_moments(repeated(200, 90, 0.01, random));
  Plan plan = plan_for(2);
  plan.block = 64;
  const auto top = [&](Pruning pruning) {
    encke::sink::Collect kept;
    encke::sink::Top sink(40, kept);
    plan.pruning = pruning;
    encke::run(encke::RSquared{}, packed, plan, sink);
    return kept.pairs();
  };
  EXPECT_EQ(top(Pruning::forced), top(Pruning::off));
  plan.groups = std::make_shared<std::vector<std::uint32_t>>([] {
    std::vector<std::uint32_t> groups;
    for (std::uint32_t v = 0; v < 200; ++v) groups.push_back(v / 3);
    return groups;
  }());
  expect_equal(encke::RSquared{}, packed, plan);
}

TEST(EqualVectors, are_contracted_like_others_in_windows_and_where_tallies_are_checked) {
  std::mt19937_64 random(10);
  const PackedVectors packed = encke::test::pack(repeated(200, 90, 0, random));
  Plan plan = plan_for(2);
  plan.check = true;
  EXPECT_EQ(expect_equal(encke::Ccc{}, packed, plan).tuples_of_equal, 0);
}

}  // namespace
}  // namespace equal_vectors_test
