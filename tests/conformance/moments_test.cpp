#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <encke/metric/r_squared.hpp>
#include <encke/pack/packers.hpp>
#include <random>

#include "support/definitions.hpp"
#include "support/values.hpp"

// r^2 on every backend and level against its definition, and with thresholds against itself
// without.

namespace moments_test {
namespace {

using encke::Index;
using encke::PackedVectors;
using encke::Plan;
using encke::RSquared;
using encke::test::Engine;
using encke::test::engines_to_compare;
using encke::test::Genotypes;
using encke::test::pack_moments;
using encke::test::plan_for;
using encke::test::random_genotypes;
using encke::test::report_of;
using encke::test::values_of;

/// Random genotypes with some vectors that do not vary, or have nothing at all.
Genotypes with_constants(Genotypes g) {
  for (Index f = 0; f < g.fields; ++f) {
    if (g.at(1, f) != 3) g.at(1, f) = 2;
    if (g.at(3, f) != 3) g.at(3, f) = 1;
    g.at(4, f) = 3;
    if (f > 0) g.at(5, f) = 0;  // one carrier at most
  }
  return g;
}

void expect_definition(const Genotypes& g, const Engine& engine) {
  const auto found = values_of<2>(RSquared{}, pack_moments(g), plan_for(2, engine));
  ASSERT_EQ(static_cast<Index>(found.size()), encke::tuple_count(2, g.vectors));
  for (const auto& hit : found) {
    const double expected = encke::test::r_squared(g, hit.index[0], hit.index[1]);
    ASSERT_EQ(std::isnan(hit.value), std::isnan(expected));
    if (!std::isnan(expected)) {
      ASSERT_NEAR(hit.value, expected, 1e-15);
    }
  }
}

/// The digest over all values is the same on every engine, in blocks of several sizes.
void expect_conforms(const PackedVectors& vectors) {
  Plan plan = plan_for(2, {"reference", "auto"});
  plan.digest_all = true;
  const auto expected = report_of(RSquared{}, vectors, plan);
  for (const Engine& engine : engines_to_compare()) {
    for (const Index block : {0, 16}) {
      plan = plan_for(2, engine);
      plan.digest_all = true;
      plan.block = block;
      EXPECT_EQ(report_of(RSquared{}, vectors, plan).digest.text(), expected.digest.text())
          << engine.backend << " " << engine.level << ", block " << block;
    }
  }
}

class RSquaredOfSize : public testing::TestWithParam<Index> {};

TEST_P(RSquaredOfSize, is_that_of_the_definition_on_every_engine) {
  for (const double rate : {0.0, 0.03, 0.6}) {
    SCOPED_TRACE(testing::Message() << GetParam() << " samples, missing " << rate);
    const auto g = random_genotypes(11, GetParam(), rate, 7);
    expect_definition(g, {"reference", "auto"});
    expect_conforms(pack_moments(g));
    expect_conforms(pack_moments(with_constants(random_genotypes(19, GetParam(), rate, 3))));
  }
}

INSTANTIATE_TEST_SUITE_P(sizes_on_and_off_registers, RSquaredOfSize,
                         testing::Values(1, 2, 63, 64, 65, 127, 128, 129, 511, 512, 513, 1025,
                                         4100));

TEST(RSquaredValues, of_random_sizes_are_those_of_the_definition) {
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const auto up_to = [&](Index most) {
      return std::uniform_int_distribution<Index>(1, most)(random);
    };
    const Index vectors = 6 + up_to(20), fields = up_to(700);
    const double rate = seed % 3 == 0 ? 0 : static_cast<double>(up_to(30)) / 100;
    expect_definition(with_constants(random_genotypes(vectors, fields, rate, seed)),
                      {"kokkos", "auto"});
  }
}

TEST(RSquaredValues, of_one_incomplete_vector_among_complete_ones_are_the_same_on_every_engine) {
  for (const Index which : {0, 20, 39}) {
    auto g = random_genotypes(40, 200, 0, 4);
    g.at(which, 199) = 3;
    expect_definition(g, {"kokkos", "auto"});
    expect_conforms(pack_moments(g));
  }
}

TEST(RSquaredValues, of_more_vectors_than_a_tile_are_the_same_on_every_engine) {
  for (const double rate : {0.0, 0.02}) {
    expect_conforms(pack_moments(random_genotypes(410, 70, rate, 5)));
  }
}

TEST(RSquaredValues, where_the_code_for_missing_means_a_heterozygote_need_no_masks) {
  auto g = random_genotypes(9, 130, 0.1, 2);
  const auto codes = encode(g, 0, g.vectors, encke::GenotypeCode::bed);
  auto vectors = PackedVectors(encke::Element::genotype_moments, g.vectors, g.fields);
  encke::pack::set_genotypes(vectors, 0, g.vectors, codes.data(), encke::divide_up(g.fields, 4),
                             encke::GenotypeCode::bed, encke::MissingCode::het);
  EXPECT_FALSE(vectors.keeps_masks());
  for (auto& value : g.values) value = value == 3 ? 1 : value;
  EXPECT_EQ(values_of<2>(RSquared{}, vectors), values_of<2>(RSquared{}, pack_moments(g)));
}

/// The same hits with the screen as without it.
void expect_screened(const PackedVectors& vectors) {
  auto all = values_of<2>(RSquared{}, vectors);
  std::erase_if(all, [](const auto& hit) { return std::isnan(hit.value); });
  auto sorted = all;
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& a, const auto& b) { return a.value > b.value; });
  for (const std::size_t rank : {std::size_t{0}, sorted.size() / 50, sorted.size() / 2}) {
    const double limit = sorted[rank].value;
    auto expected = all;
    std::erase_if(expected, [&](const auto& hit) { return !(hit.value > limit); });
    for (const Engine& engine : engines_to_compare()) {
      for (const auto precision : {encke::Precision::float32, encke::Precision::float64}) {
        Plan plan = plan_for(2, engine);
        plan.threshold = encke::above(limit);
        plan.precision = precision;
        auto found = values_of<2>(RSquared{}, vectors, plan);
        if (precision == encke::Precision::float32) {  // rounded up, the limit itself comes too
          EXPECT_GE(found.size() + 1, expected.size());
          continue;
        }
        ASSERT_EQ(found, expected) << engine.level << ", limit " << limit;
      }
    }
  }
}

TEST(RSquaredScreen, keeps_exactly_the_values_above_the_threshold) {
  for (const Index fields : {11, 130, 1500}) {
    for (const double rate : {0.0, 0.03}) {
      SCOPED_TRACE(testing::Message() << fields << " samples, missing " << rate);
      expect_screened(pack_moments(with_constants(random_genotypes(203, fields, rate, 8))));
    }
  }
}

TEST(RSquaredScreen, keeps_the_pairs_of_rare_variants) {
  Genotypes g(70, 20'000);  // vector v: carriers v and v + 1, so that neighbours share one of two
  for (Index v = 0; v < g.vectors; ++v) g.at(v, v) = g.at(v, v + 1) = 1;
  for (const bool missing : {false, true}) {
    if (missing) g.at(0, g.fields - 1) = 3;
    Plan plan;
    plan.threshold = encke::above(0.24);
    const auto found = values_of<2>(RSquared{}, pack_moments(g), plan);
    ASSERT_EQ(found.size(), 69u);
    for (const auto& hit : found) EXPECT_NEAR(hit.value, 0.25, 1e-4);
  }
}

TEST(RSquared, of_triples_or_of_other_vectors_is_refused) {
  const auto g = random_genotypes(5, 70, 0, 1);
  const auto of_triples =
      encke::test::error_of([&] { report_of(RSquared{}, pack_moments(g), plan_for(3)); });
  EXPECT_EQ(of_triples.failure(), encke::Failure::inconsistent);
  EXPECT_NE(std::string(of_triples.what()).find("3-way"), std::string::npos);
  const auto of_others =
      encke::test::error_of([&] { report_of(RSquared{}, pack(g), plan_for(2)); });
  EXPECT_EQ(of_others.failure(), encke::Failure::inconsistent);
}

}  // namespace
}  // namespace moments_test
