#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <encke/metric/ibs.hpp>
#include <encke/metric/king.hpp>
#include <encke/pack/packers.hpp>

#include "support/definitions.hpp"
#include "support/values.hpp"

// Kinship and identity by state on every backend and level against their definitions, and with
// thresholds against themselves without.

namespace {

using encke::Ibs;
using encke::Index;
using encke::King;
using encke::PackedVectors;
using encke::Plan;
using encke::test::all_engines;
using encke::test::Engine;
using encke::test::Genotypes;
using encke::test::pack_matches;
using encke::test::PairOfGenotypes;
using encke::test::plan_for;
using encke::test::random_genotypes;
using encke::test::report_of;
using encke::test::values_of;

/// Random genotypes with vectors that are all homozygous, all missing, or equal to others.
Genotypes with_relatives(Genotypes g) {
  for (Index f = 0; f < g.fields; ++f) {
    if (g.at(1, f) == 1) g.at(1, f) = 2;
    g.at(3, f) = 3;
    g.at(4, f) = g.at(0, f);
    if (f % 2 == 0) g.at(5, f) = g.at(0, f);
  }
  return g;
}

void expect_near(double found, double expected) {
  ASSERT_EQ(std::isnan(found), std::isnan(expected));
  if (!std::isnan(expected)) {
    ASSERT_NEAR(found, expected, 1e-12);
  }
}

void expect_definition(const Genotypes& g, const Engine& engine) {
  const auto vectors = pack_matches(g);
  const auto kinships = values_of<2>(King{}, vectors, plan_for(2, engine));
  ASSERT_EQ(static_cast<Index>(kinships.size()), 4 * encke::tuple_count(2, g.vectors));
  for (const auto& hit : kinships) {
    const PairOfGenotypes pair(g, hit.index[0], hit.index[1]);
    const double expected = hit.cell == King::kinship   ? pair.kinship()
                            : hit.cell == King::present ? static_cast<double>(pair.present())
                            : hit.cell == King::het_het ? static_cast<double>(pair.count[1][1])
                                                        : static_cast<double>(pair.ibs0());
    expect_near(hit.value, expected);
  }
  const auto states = values_of<2>(Ibs{}, vectors, plan_for(2, engine));
  ASSERT_EQ(static_cast<Index>(states.size()), encke::tuple_count(2, g.vectors));
  for (const auto& hit : states) {
    expect_near(hit.value, PairOfGenotypes(g, hit.index[0], hit.index[1]).ibs());
  }
}

template <class Metric>
void expect_conforms(const PackedVectors& vectors) {
  Plan plan = plan_for(2, {"reference", "auto"});
  plan.digest_all = true;
  const auto expected = report_of(Metric{}, vectors, plan);
  for (const Engine& engine : all_engines()) {
    for (const Index block : {0, 16}) {
      plan = plan_for(2, engine);
      plan.digest_all = true;
      plan.block = block;
      EXPECT_EQ(report_of(Metric{}, vectors, plan).digest.text(), expected.digest.text())
          << engine.backend << " " << engine.level << ", block " << block;
    }
  }
}

class MatchesOfSize : public testing::TestWithParam<Index> {};

TEST_P(MatchesOfSize, are_those_of_the_definition_on_every_engine) {
  for (const double rate : {0.0, 0.03, 0.6}) {
    SCOPED_TRACE(testing::Message() << GetParam() << " variants, missing " << rate);
    const auto g = random_genotypes(11, GetParam(), rate, 7);
    expect_definition(g, {"reference", "auto"});
    expect_definition(with_relatives(g), {"kokkos", "auto"});
    expect_conforms<King>(pack_matches(g));
    expect_conforms<King>(pack_matches(with_relatives(random_genotypes(19, GetParam(), rate, 3))));
  }
}

INSTANTIATE_TEST_SUITE_P(sizes_on_and_off_registers, MatchesOfSize,
                         testing::Values(1, 63, 64, 65, 127, 129, 511, 512, 513, 4100));

TEST(Matches, of_one_incomplete_vector_among_complete_ones_are_the_same_on_every_engine) {
  for (const Index which : {0, 20, 39}) {
    auto g = random_genotypes(40, 200, 0, 4);
    g.at(which, 199) = 3;
    expect_definition(g, {"kokkos", "auto"});
    expect_conforms<Ibs>(pack_matches(g));
  }
}

TEST(Matches, of_more_vectors_than_a_tile_are_the_same_on_every_engine) {
  for (const double rate : {0.0, 0.02}) {
    expect_conforms<King>(pack_matches(random_genotypes(410, 70, rate, 5)));
  }
}

TEST(King, with_a_threshold_has_the_whole_lines_of_the_pairs_above_it) {
  const auto vectors = pack_matches(with_relatives(random_genotypes(60, 700, 0.02, 9)));
  const auto all = values_of<2>(King{}, vectors);
  for (const double limit : {-0.1, 0.0, 0.2, 0.5}) {
    auto expected = all;
    std::erase_if(expected, [&](const auto& hit) {
      const auto decides = std::find_if(all.begin(), all.end(), [&](const auto& other) {
        return other.index == hit.index && other.cell == King::kinship;
      });
      return !(decides->value > limit);
    });
    EXPECT_EQ(expected.size() % 4, 0u);
    for (const Engine& engine : all_engines()) {
      Plan plan = plan_for(2, engine);
      plan.threshold = encke::above(limit);
      ASSERT_EQ(values_of<2>(King{}, vectors, plan), expected) << engine.level << ", " << limit;
    }
  }
}

TEST(King, rounds_the_kinship_alone_to_float32) {
  Genotypes g(2, 20'000'001);  // more than float32 counts
  for (Index f = 0; f < g.fields; ++f) g.at(1, f) = g.at(0, f) = f % 3 == 0 ? 1 : 2;
  g.at(1, 0) = 2;
  Plan plan;
  plan.precision = encke::Precision::float32;
  const auto found = values_of<2>(King{}, pack_matches(g), plan);
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[King::present].value, 20'000'001);
  EXPECT_EQ(found[King::kinship].value, static_cast<double>(static_cast<float>(found[0].value)));
}

TEST(King, of_triples_or_of_other_vectors_is_refused) {
  const auto g = random_genotypes(5, 70, 0, 1);
  const auto of_triples =
      encke::test::error_of([&] { report_of(King{}, pack_matches(g), plan_for(3)); });
  EXPECT_EQ(of_triples.failure(), encke::Failure::inconsistent);
  const auto of_others =
      encke::test::error_of([&] { report_of(King{}, encke::test::pack_moments(g), plan_for(2)); });
  EXPECT_EQ(of_others.failure(), encke::Failure::inconsistent);
}

}  // namespace
