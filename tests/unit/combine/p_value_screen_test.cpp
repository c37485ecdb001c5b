#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <encke/combine/score_screen.hpp>
#include <encke/metric/builtin.hpp>

#include "support/classes.hpp"
#include "support/values.hpp"

// A threshold of p-values: hits are those whose own degrees of freedom say so, whatever the screen.

namespace {

using encke::ChiSquared;
using encke::ContractionId;
using encke::GenotypesThatStay;
using encke::Index;
using encke::Interaction;
using encke::PackedVectors;
using encke::Plan;
using encke::test::interleaved;
using encke::test::values_of;

constexpr Index vectors = 45;
constexpr Index fields = 230;

/// Some vectors have two genotypes or one, and a few miss many samples.
encke::test::Genotypes mixed_genotypes(double missing) {
  auto g = encke::test::random_genotypes(vectors, fields, missing, 11);
  for (Index v = 0; v < vectors; ++v) {
    for (Index f = 0; f < fields; ++f) {
      if (g.at(v, f) == 3) continue;
      if (v % 5 == 1 && g.at(v, f) == 2) g.at(v, f) = 1;
      if (v % 11 == 7) g.at(v, f) = 0;
      if (missing > 0 && v % 9 == 4 && f % 3 != 0) g.at(v, f) = 3;
    }
  }
  return g;
}

template <int Way, class Metric>
void expect_filtered(const Metric& metric, const PackedVectors& packed) {
  const auto all = values_of<Way>(metric, packed);
  for (const auto& engine : encke::test::engines_of(ContractionId::genotype_tables)) {
    for (const double p : {1., 0.5, 0.05, 1e-3}) {
      auto expected = all;
      std::erase_if(expected, [&](const auto& hit) {
        return !(encke::chi_squared_tail(hit.value, static_cast<int>(hit.cell)) <= p);
      });
      Plan plan = plan_for(Way, engine);
      plan.threshold = encke::p_value_up_to(p);
      const auto found = values_of<Way>(metric, packed, plan);
      EXPECT_EQ(found, expected) << engine.backend << ' ' << engine.level << ' ' << p;
      if (p == 0.5) {
        EXPECT_FALSE(expected.empty());
      }
    }
  }
}

TEST(PValueThreshold, keeps_what_a_filter_of_all_values_keeps) {
  for (const double missing : {0., 0.03}) {
    const auto packed = pack(mixed_genotypes(missing), interleaved(fields, 2));
    expect_filtered<2>(ChiSquared{}, packed);
    expect_filtered<2>(Interaction{}, packed);
  }
}

TEST(PValueThreshold, keeps_what_a_filter_of_all_triples_keeps) {
  for (const double missing : {0., 0.03}) {
    const auto g = mixed_genotypes(missing);
    const auto some = encke::test::with_vectors(g, std::vector<Index>{0, 1, 2, 4, 6, 7, 9, 11, 13});
    expect_filtered<3>(ChiSquared{}, pack(some, interleaved(fields, 3)));
  }
}

TEST(PValueThreshold, drops_more_where_vectors_have_more_genotypes) {
  const auto g = encke::test::random_genotypes(vectors, fields, 0, 3);
  const auto packed = pack(g, interleaved(fields, 2));
  std::vector<encke::Array<std::int64_t, 6>> margins;
  for (Index v = 0; v < vectors; ++v) margins.push_back(packed.class_counts(v));
  const Plan plan{.threshold = encke::p_value_up_to(1e-3)};
  encke::ScoreScreenMaker<Interaction, 2> maker(Interaction{}, margins, plan);
  maker.narrow_by_degrees(Interaction{}, margins, fields);
  const auto& bound = std::get<encke::ScoreBound>(*maker.screen());
  EXPECT_NEAR(bound.limit, 10.827566, 1e-4);
  ASSERT_NE(bound.limits.load(), nullptr);
  float largest = 0;
  for (Index v = 0; v < vectors; ++v) {
    const float limit = bound.limits.load()[v];
    if (std::isfinite(limit)) largest = std::max(largest, limit);  // else it has one genotype
  }
  EXPECT_NEAR(largest, 18.466827, 1e-4);
}

/// Genotypes of a vector among the samples that another has.
int genotypes_left(const encke::test::Genotypes& g, Index v, Index other) {
  bool seen[4] = {};
  for (Index f = 0; f < fields; ++f) {
    if (g.at(other, f) != 3) seen[g.at(v, f)] = true;
  }
  return seen[0] + seen[1] + seen[2];
}

TEST(GenotypesThatStay, are_no_more_than_those_in_any_pair_that_both_know_of) {
  for (const double missing : {0., 0.01, 0.2}) {
    const auto g = mixed_genotypes(missing);
    const auto packed = pack(g, interleaved(fields, 2));
    std::vector<encke::Array<std::int64_t, 6>> margins;
    for (Index v = 0; v < vectors; ++v) margins.push_back(packed.class_counts(v));
    const GenotypesThatStay stay(margins, fields, 2);
    int most = 0;
    for (Index v = 0; v < vectors; ++v) {
      const int of_v = stay.count(margins[static_cast<std::size_t>(v)]);
      most = std::max(most, of_v);
      for (Index w = 0; w < vectors; ++w) {
        if (v == w) continue;
        const int of_both = std::min(of_v, stay.count(margins[static_cast<std::size_t>(w)]));
        if (of_both == 1) continue;
        EXPECT_GE(genotypes_left(g, v, w), of_both) << v << ' ' << w;
      }
    }
    EXPECT_EQ(most, missing < 0.1 ? 3 : most);
  }
}

}  // namespace
