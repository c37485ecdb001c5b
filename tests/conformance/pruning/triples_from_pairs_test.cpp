#include <gtest/gtest.h>

#include <cmath>
#include <encke/metric/builtin.hpp>
#include <encke/sink/choose/top.hpp>
#include <random>

#include "support/genotypes.hpp"
#include "with_and_without.hpp"

// Triples that are left out because of their pairs are none of the hits: a run with pruning, forced
// or not, has the hits and the digest of one without.

namespace triples_from_pairs_test {
namespace {

using encke::Index;
using encke::PackedVectors;
using encke::Plan;
using encke::Pruning;
using encke::test::expect_equal;
using encke::test::Genotypes;
using encke::test::more_than;
using encke::test::plan_for;
using encke::test::results;
using encke::test::telling_thresholds;

/// Vectors that resemble one another: each is one of a few, with some genotypes drawn again.
Genotypes related(Index vectors, Index fields, double rate, std::mt19937_64& random) {
  Genotypes g = encke::test::random_genotypes(vectors, fields, rate, random());
  const Index founders = 1 + static_cast<Index>(random() % 5);
  const double copied = 0.8 + 0.19 * static_cast<double>(random() % 2);
  encke::test::copy_founders(g, founders, copied, 4, random);
  if (random() % 3 == 0) {  // a vector without variance, and one without samples
    for (Index f = 0; f < fields; ++f) g.at(0, f) = 2;
    if (rate > 0) {
      for (Index f = 0; f < fields; ++f) g.at(vectors - 1, f) = 3;
    }
  }
  return g;
}

template <class Metric>
Index compare_at_random(std::uint64_t seed, bool bits) {
  std::mt19937_64 random(seed);
  const auto one_of = [&](std::initializer_list<double> list) {
    return list.begin()[random() % list.size()];
  };
  const auto fields = static_cast<Index>(one_of({1, 2, 9, 63, 64, 65, 130}));
  const auto vectors = static_cast<Index>(3 + random() % 45);
  constexpr bool sets = encke::HasOverlapScreen<Metric>;  // which have no missing samples
  const double rate = sets ? 0 : one_of({0, 0, 0.02, 0.2});
  const Genotypes g = related(vectors, fields, rate, random);
  const PackedVectors packed = bits ? encke::test::pack_bits(g) : encke::test::pack(g);
  Metric metric;
  if constexpr (sets) {
    metric.empty = one_of({1, std::nan("")});
  } else {
    metric.gamma = one_of({2.0 / 3.0, 2.0 / 3.0, 0, 1});
    metric.multiplier = one_of({4.5, 1, 4});
  }
  Index left_out = 0;
  std::uint64_t turn = seed;
  for (const double threshold : telling_thresholds<3>(metric, packed, {0.9, 0.999}, random)) {
    if (!encke::test::threshold_has_turn(turn++)) continue;
    Plan plan = plan_for(3);
    plan.threshold = encke::above(threshold);
    plan.precision = random() % 3 == 0 ? encke::Precision::float32 : encke::Precision::float64;
    plan.block = random() % 2 == 0 ? 16 : 0;
    left_out += expect_equal<3>(metric, packed, plan).tuples_left_out;
  }
  return left_out;
}

constexpr std::uint64_t problems = 16;

TEST(TriplesFromPairs, of_genotypes_have_the_hits_of_all_triples) {
  Index left_out = 0;
  for (std::uint64_t seed = 0; seed < problems; ++seed) {
    left_out += compare_at_random<encke::Ccc>(seed, false);
  }
  EXPECT_GT(left_out, more_than(20000));
}

TEST(TriplesFromPairs, of_bits_have_the_hits_of_all_triples) {
  Index left_out = 0;
  for (std::uint64_t seed = 0; seed < problems; ++seed) {
    left_out += compare_at_random<encke::Duo>(1000 + seed, true);
  }
  EXPECT_GT(left_out, more_than(20000));
}

TEST(TriplesFromPairs, of_sets_have_the_hits_of_all_triples) {
  Index left_out = 0;
  for (std::uint64_t seed = 0; seed < problems; ++seed) {
    left_out += compare_at_random<encke::Sorenson>(2000 + seed, true);
  }
  EXPECT_GT(left_out, more_than(20000));
}

TEST(TriplesFromPairs, of_sets_have_the_distances_of_all_triples) {
  std::mt19937_64 random(11);
  const PackedVectors packed = encke::test::pack_bits(related(60, 130, 0, random));
  Plan plan = plan_for(3);
  plan.threshold = encke::below(0.05);
  EXPECT_GT(expect_equal<3>(encke::Sorenson{.distance = true}, packed, plan).tuples_left_out,
            more_than(1000));
}

TEST(TriplesFromPairs, have_the_same_hits_at_every_level) {
  std::mt19937_64 random(7);
  for (const double rate : {0.0, 0.05}) {
    const Genotypes g = related(60, 100, rate, random);
    const PackedVectors packed = encke::test::pack(g);
    for (const auto& engine : encke::test::engines_to_compare()) {
      Plan plan = plan_for(3, engine);
      plan.threshold = encke::above(0.3);
      plan.block = 32;
      expect_equal<3>(encke::Ccc{}, packed, plan);
      if (rate > 0) continue;
      plan.threshold = encke::above(0.85);
      expect_equal<3>(encke::Sorenson{}, encke::test::pack_bits(g), plan);
    }
  }
}

TEST(TriplesFromPairs, are_those_of_a_threshold_by_cells_and_of_top) {
  std::mt19937_64 random(8);
  const PackedVectors packed = encke::test::pack(related(50, 64, 0.02, random));
  Plan plan = plan_for(3);
  plan.threshold = encke::above_by_cell(3, {.of_kind = {{0.3, 0.35, 0.4, 0.45}}, .together = 0.9});
  EXPECT_GT(expect_equal<3>(encke::Ccc{}, packed, plan).tuples_left_out, more_than(0));
  plan.threshold = encke::above(0.25);
  const auto top = [&](Pruning pruning) {
    encke::sink::Collect kept;
    encke::sink::Top sink(25, kept);
    plan.pruning = pruning;
    encke::run(encke::Ccc{}, packed, plan, sink);
    return kept.triples();
  };
  EXPECT_EQ(top(Pruning::forced), top(Pruning::off));
}

TEST(TriplesFromPairs, are_not_made_where_all_values_are_needed) {
  std::mt19937_64 random(9);
  const PackedVectors packed = encke::test::pack(related(40, 64, 0, random));
  Plan plan = plan_for(3);
  EXPECT_EQ(results<3>(encke::Ccc{}, packed, plan, Pruning::forced).report.tuples_left_out, 0);
  plan.threshold = encke::above(0.6);
  EXPECT_GT(results<3>(encke::Ccc{}, packed, plan, Pruning::forced).report.tuples_left_out,
            more_than(0));
  plan.digest_all = true;
  EXPECT_EQ(results<3>(encke::Ccc{}, packed, plan, Pruning::forced).report.tuples_left_out, 0);
  plan.digest_all = false;
  plan.histogram_width = 0.01;
  EXPECT_EQ(results<3>(encke::Ccc{}, packed, plan, Pruning::forced).report.tuples_left_out, 0);
  plan.histogram_width = 0;
  plan.check = true;
  EXPECT_EQ(results<3>(encke::Ccc{}, packed, plan, Pruning::forced).report.tuples_left_out, 0);
}

TEST(TriplesFromPairs, are_made_by_themselves_where_vectors_are_many_and_hits_are_few) {
  std::mt19937_64 random(10);
  const PackedVectors packed = encke::test::pack(related(220, 65, 0.01, random));
  Plan plan = plan_for(3);
  plan.threshold = encke::above(1.5);
  const auto off = results<3>(encke::Ccc{}, packed, plan, Pruning::off);
  const auto on = results<3>(encke::Ccc{}, packed, plan, Pruning::where_it_pays);
  EXPECT_EQ(on.hits, off.hits);
  EXPECT_GT(on.report.tuples_left_out, more_than(1'000'000));
}

}  // namespace
}  // namespace triples_from_pairs_test
