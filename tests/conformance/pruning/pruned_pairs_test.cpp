#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <encke/metric/builtin.hpp>
#include <encke/sink/choose/top.hpp>
#include <random>

#include "support/genotypes.hpp"
#include "with_and_without.hpp"

// Pairs that are left out by their vectors' frequencies or after a part of their samples are none
// of the hits: a run with pruning, forced or not, has the hits and the digest of one without.

namespace pruned_pairs_test {
namespace {

using encke::Index;
using encke::PackedVectors;
using encke::Plan;
using encke::Pruning;
using encke::Report;
using encke::test::expect_equal;
using encke::test::Genotypes;
using encke::test::more_than;
using encke::test::plan_for;
using encke::test::results;
using encke::test::telling_thresholds;

/// Vectors of all frequencies of which many resemble one another, or are equal or opposite.
Genotypes related(Index vectors, Index fields, double rate, std::mt19937_64& random) {
  Genotypes g = encke::test::random_genotypes(vectors, fields, rate, random());
  const Index founders = 1 + static_cast<Index>(random() % 40);
  const double copied = 0.7 + 0.1 * static_cast<double>(random() % 4);
  encke::test::copy_founders(g, founders, copied, 3, random);
  for (Index f = 0; f < fields && random() % 3 != 0; ++f) g.at(vectors / 2, f) = 1;
  return g;
}

template <class Metric>
void compare_at_random(const Metric& metric, PackedVectors (*pack)(const Genotypes&),
                       std::uint64_t seeds, Index least = 100, double missing = 0) {
  Index left_out = 0, early = 0;
  for (std::uint64_t seed = 0; seed < 7 * encke::test::rounds(); ++seed) {
    std::mt19937_64 random(1000 * seeds + 100000 * (seed / 7) + seed);
    constexpr Index sizes[] = {1, 63, 64, 65, 130, 300, 700, 1100};
    const Index fields = sizes[(seed + seeds) % 8];
    const auto vectors = static_cast<Index>(2 + random() % 230);
    const PackedVectors packed = pack(related(vectors, fields, missing, random));
    for (const double threshold : telling_thresholds<2>(metric, packed, {0.1, 0.7, 0.99}, random)) {
      Plan plan = plan_for(2);
      plan.threshold = encke::above(threshold);
      plan.precision = random() % 3 == 0 ? encke::Precision::float32 : encke::Precision::float64;
      plan.block = random() % 2 == 0 ? 80 : 0;
      const Report forced = expect_equal(metric, packed, plan);
      left_out += forced.tuples_left_out;
      early += forced.tuples_left_early;
    }
  }
  EXPECT_GT(left_out, more_than(least));
  EXPECT_GT(early, more_than(1000));
}

PackedVectors pack_genotypes(const Genotypes& g) { return encke::test::pack(g); }
PackedVectors pack_bits(const Genotypes& g) { return encke::test::pack_bits(g); }

TEST(PrunedPairs, of_genotypes_have_the_hits_of_all_pairs) {
  compare_at_random(encke::Ccc{}, pack_genotypes, 1);
  compare_at_random(encke::Ccc{.gamma = 1}, pack_genotypes, 2);
  compare_at_random(encke::Ccc{.gamma = 0}, pack_genotypes, 3);
}

TEST(PrunedPairs, of_moments_have_the_hits_of_all_pairs) {
  // nearly all that frequencies leave out here are vectors without variance, which are equal: the
  // first of them alone is asked; distinct vectors are below
  compare_at_random(encke::RSquared{}, encke::test::pack_moments, 4, 0);
  compare_at_random(encke::GenotypeCorrelation{}, encke::test::pack_moments, 5, 0);
}

TEST(PrunedPairs, of_moments_have_the_hits_of_all_pairs_where_samples_are_missing) {
  compare_at_random(encke::RSquared{}, encke::test::pack_moments, 10, 0, 0.01);
  compare_at_random(encke::GenotypeCorrelation{}, encke::test::pack_moments, 11, 0, 0.002);
}

TEST(PrunedPairs, of_genotypes_and_bits_have_the_hits_of_all_pairs_where_samples_are_missing) {
  compare_at_random(encke::Ccc{}, pack_genotypes, 12, 0, 0.01);
  compare_at_random(encke::Ccc{.gamma = 1}, pack_genotypes, 13, 0, 0.1);
  compare_at_random(encke::Duo{}, pack_bits, 14, 0, 0.005);
}

TEST(PrunedPairs, of_distinct_vectors_are_left_out_by_their_frequencies) {
  std::mt19937_64 random(25);
  constexpr Index vectors = 200, fields = 640;
  Genotypes g(vectors, fields);
  for (Index v = 0; v < vectors; ++v) {
    for (Index f = 0; f < fields; ++f) {
      g.at(v, f) = random() % 400 < static_cast<std::uint64_t>(v + 1) ? 2 : 0;
    }
  }
  Plan plan = plan_for(2);
  plan.threshold = encke::above(0.5);
  const PackedVectors moments = encke::test::pack_moments(g);
  EXPECT_GT(expect_equal(encke::RSquared{}, moments, plan).tuples_left_out, more_than(100));
  EXPECT_GT(expect_equal(encke::Sorenson{}, encke::test::pack_bits(g), plan).tuples_left_out,
            more_than(100));
  plan.threshold = encke::above(0.8);
  EXPECT_GT(expect_equal(encke::Ccc{}, encke::test::pack(g), plan).tuples_left_out, more_than(100));
}

TEST(PrunedPairs, of_bits_have_the_hits_of_all_pairs) {
  compare_at_random(encke::Duo{}, pack_bits, 6);
  compare_at_random(encke::Sorenson{}, pack_bits, 7);
  compare_at_random(encke::Jaccard{}, pack_bits, 8);
  compare_at_random(encke::Cosine{}, pack_bits, 9);
}

TEST(PrunedPairs, have_the_same_hits_at_every_level) {
  std::mt19937_64 random(20);
  const Genotypes g = related(330, 257, 0, random);
  const PackedVectors moments = encke::test::pack_moments(g);
  const PackedVectors genotypes = encke::test::pack(g);
  const PackedVectors bits = encke::test::pack_bits(g);
  for (const auto& engine : encke::test::engines_to_compare()) {
    Plan plan = plan_for(2, engine);
    plan.threshold = encke::above(0.55);
    expect_equal(encke::RSquared{}, moments, plan);
    expect_equal(encke::Ccc{}, genotypes, plan);
    expect_equal(encke::Jaccard{}, bits, plan);
  }
}

TEST(PrunedPairs, may_have_missing_samples) {
  std::mt19937_64 random(21);
  for (const double rate : {0.001, 0.2}) {
    const Genotypes g = related(200, 300, rate, random);
    Plan plan = plan_for(2);
    plan.threshold = encke::above(0.5);
    expect_equal(encke::RSquared{}, encke::test::pack_moments(g), plan);
    expect_equal(encke::Ccc{}, encke::test::pack(g), plan);
  }
}

TEST(PrunedPairs, are_those_of_top_with_ties_and_of_groups) {
  std::mt19937_64 random(22);
  const PackedVectors packed = encke::test::pack_moments(related(300, 130, 0, random));
  Plan plan = plan_for(2);
  plan.block = 64;  // the floor rises from block to block
  const auto top = [&](Pruning pruning, encke::Threshold threshold) {
    encke::sink::Collect kept;
    encke::sink::Top sink(40, kept);
    plan.threshold = threshold;
    plan.pruning = pruning;
    encke::run(encke::RSquared{}, packed, plan, sink);
    return kept.pairs();
  };
  EXPECT_EQ(top(Pruning::forced, encke::everything()), top(Pruning::off, encke::everything()));
  EXPECT_EQ(top(Pruning::forced, encke::above(0.3)), top(Pruning::off, encke::above(0.3)));
  plan.threshold = encke::above(0.4);
  plan.groups = std::make_shared<std::vector<std::uint32_t>>([] {
    std::vector<std::uint32_t> groups;
    for (std::uint32_t v = 0; v < 300; ++v) groups.push_back(v / 2);
    return groups;
  }());
  expect_equal(encke::RSquared{}, packed, plan);
}

/// Vectors with a quarter of the samples 0 and a quarter 2: no CCC is above 0.75.
Genotypes of_equal_frequencies(Index vectors, Index fields) {
  std::mt19937_64 random(26);
  std::vector<std::uint8_t> copies;
  for (Index f = 0; f < fields; ++f) copies.push_back(f % 4 == 3 ? 2 : f % 4 == 0 ? 0 : 1);
  Genotypes g(vectors, fields);
  for (Index v = 0; v < vectors; ++v) {
    std::ranges::shuffle(copies, random);
    for (Index f = 0; f < fields; ++f) g.at(v, f) = copies[encke::idx(f)];
  }
  return g;
}

TEST(PrunedPairs, are_counted_where_they_are_of_the_windows_and_sets) {
  constexpr Index vectors = 500;
  const PackedVectors packed = encke::test::pack(of_equal_frequencies(vectors, 300));
  const auto every = [](Index first, Index step) {
    std::vector<Index> set;
    for (Index v = first; v < vectors; v += step) set.push_back(v);
    return set;
  };
  const auto near = encke::Window::within_places(vectors, 30);
  const encke::Domain sets = encke::Domain::of_sets(vectors, {every(0, 3), every(100, 2)});
  Plan plan = plan_for(2);
  plan.threshold = encke::above(0.8);
  for (const encke::Domain& domain :
       {encke::Domain(), encke::Domain::of_window(near), encke::Domain().beyond(near), sets,
        sets.within(near), encke::Domain::of_sets(vectors, {{499}, {0, 7, 250}})}) {
    for (const Index block : {0, 80}) {
      plan.domain = domain;
      plan.block = block;
      const Report forced = expect_equal(encke::Ccc{}, packed, plan);
      EXPECT_EQ(forced.tuples, domain.tuples(2, vectors));
      const Index left = forced.tuples_left_out + forced.tuples_left_early;
      EXPECT_LE(left, forced.tuples) << domain.text() << ", " << block;
      EXPECT_GT(left, more_than(forced.tuples - 1)) << domain.text() << ", " << block;
    }
  }
}

TEST(PrunedPairs, of_windows_and_sets_are_counted_after_a_part_of_their_samples_too) {
  std::mt19937_64 random(27);
  constexpr Index vectors = 400;
  const PackedVectors packed = encke::test::pack_moments(related(vectors, 700, 0, random));
  Plan plan = plan_for(2);
  plan.threshold = encke::above(0.9);
  plan.domain = encke::Domain::of_window(encke::Window::within_places(vectors, 20));
  const Report some = expect_equal(encke::RSquared{}, packed, plan);
  EXPECT_LE(some.tuples_left_out + some.tuples_left_early, some.tuples);
  EXPECT_GT(some.tuples_left_early, more_than(some.tuples / 4));
}

TEST(PrunedPairs, are_not_left_out_where_all_values_are_needed) {
  std::mt19937_64 random(23);
  const PackedVectors packed = encke::test::pack(related(300, 640, 0, random));
  Plan plan = plan_for(2);
  const auto left_out = [&] {
    const Report all = results(encke::Ccc{}, packed, plan, Pruning::forced).report;
    return all.tuples_left_out + all.tuples_left_early;
  };
  EXPECT_EQ(left_out(), 0);
  plan.threshold = encke::above(0.7);
  EXPECT_GT(left_out(), more_than(0));
  plan.digest_all = true;
  EXPECT_EQ(left_out(), 0);
  plan.digest_all = false;
  plan.histogram_width = 0.01;
  EXPECT_EQ(left_out(), 0);
  plan.histogram_width = 0;
  plan.check = true;
  EXPECT_EQ(left_out(), 0);
}

/// What a run of the `count` largest r^2 leaves out, where that pays; its values are those of all.
Index left_out_of_top(const PackedVectors& packed, Index count) {
  Plan plan = plan_for(2);
  Index left_out = 0;
  std::vector<encke::Hit<2>> kept[2];
  for (const Pruning pruning : {Pruning::off, Pruning::where_it_pays}) {
    plan.pruning = pruning;
    encke::sink::Collect all;
    encke::sink::Top top(count, all);
    const encke::Report report = encke::run(encke::RSquared{}, packed, plan, top);
    kept[pruning == Pruning::off ? 0 : 1] = all.pairs();
    left_out = report.tuples_left_out + report.tuples_left_early + report.tuples_of_equal;
  }
  EXPECT_EQ(kept[0], kept[1]);
  return left_out;
}

TEST(PrunedPairs, are_left_out_of_the_largest_values_once_likely_tiles_are_known) {
  // independent vectors but for pairs of relatives, which lie in all tiles of the file's order
  constexpr Index vectors = 1536, fields = 1536;
  Genotypes g = encke::test::random_genotypes(vectors, fields, 0, 28);
  std::mt19937_64 random(28);
  for (Index v = 0; v < vectors / 2; ++v) {
    for (Index f = 0; f < fields; ++f) {
      if (random() % 20 != 0) g.at(v + vectors / 2, f) = g.at(v, f);
    }
  }
  const Index pairs = vectors * (vectors - 1) / 2;
  EXPECT_GT(left_out_of_top(encke::test::pack_moments(g), 500), more_than(pairs / 2));
}

TEST(PrunedPairs, are_left_out_of_the_largest_values_by_those_of_equal_vectors) {
  constexpr Index vectors = 1536, fields = 1536;
  Genotypes g = encke::test::random_genotypes(vectors, fields, 0, 29);
  for (Index v = 0; v < vectors / 4; ++v) {
    for (Index f = 0; f < fields; ++f) g.at(v + vectors / 2, f) = g.at(v, f);
  }
  const Index pairs = vectors * (vectors - 1) / 2;
  EXPECT_GT(left_out_of_top(encke::test::pack_moments(g), 50), more_than(pairs * 3 / 4));
}

TEST(PrunedPairs, are_left_out_by_themselves_where_vectors_are_many_and_hits_are_few) {
  std::mt19937_64 random(24);
  const PackedVectors packed = encke::test::pack_moments(related(1200, 1100, 0, random));
  Plan plan = plan_for(2);
  plan.threshold = encke::above(0.8);
  // Half of all; on a busy machine down to 198,912 was seen: each worker learns by itself that it
  // pays, and which tiles it gets depends on the time.
  EXPECT_GT(
      results(encke::RSquared{}, packed, plan, Pruning::where_it_pays).report.tuples_left_early,
      more_than(100000));
}

TEST(PrunedPairs, are_left_out_by_themselves_where_a_few_samples_are_missing) {
  constexpr Index vectors = 2000, fields = 1100;
  Genotypes g(vectors, fields);
  std::mt19937_64 random(30);
  const auto copies = [&](Index v) {
    return random() % 10 < static_cast<std::uint64_t>(3 + v % 3);
  };
  for (Index f = 0; f < fields; ++f) {
    for (Index v = 0; v < vectors; ++v) {
      const int both = static_cast<int>(copies(v)) + static_cast<int>(copies(v));
      g.at(v, f) = random() % 100 == 0 ? std::uint8_t{3} : static_cast<std::uint8_t>(both);
    }
    if (f < 300) g.at(1500, f) = 3;  // one that misses many
    for (Index v = 0; v < 1000; v += 50) {
      if (f % 20 != 0) g.at(v + 950, f) = g.at(v, f);
    }
  }
  Plan plan = plan_for(2);
  plan.threshold = encke::above(0.8);
  const auto expect_left_out = [&](const auto& metric, const PackedVectors& packed) {
    const auto off = results(metric, packed, plan, Pruning::off);
    const auto on = results(metric, packed, plan, Pruning::where_it_pays);
    EXPECT_GT(on.report.tuples_left_out + on.report.tuples_left_early, more_than(1000000));
    EXPECT_EQ(on.hits, off.hits);
    EXPECT_EQ(on.report.digest, off.report.digest);
    return std::ssize(off.hits);
  };
  EXPECT_GE(expect_left_out(encke::RSquared{}, encke::test::pack_moments(g)), 20);
  plan.threshold = encke::above(0.9);  // above what frequencies allow
  expect_left_out(encke::Ccc{}, encke::test::pack(g));
}

}  // namespace
}  // namespace pruned_pairs_test
