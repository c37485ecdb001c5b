#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <encke/metric/builtin.hpp>
#include <encke/sink/choose/top.hpp>
#include <random>

#include "support/counts.hpp"
#include "with_and_without.hpp"

// Pairs of counts that are left out by their sums are none of the hits.

namespace {

using encke::CountPs;
using encke::Index;
using encke::PackedVectors;
using encke::Plan;
using encke::Pruning;
using encke::test::Counts;
using encke::test::expect_equal;
using encke::test::more_than;
using encke::test::plan_for;
using encke::test::results;

/// Vectors of all sums, of which many resemble one another, and some are empty.
Counts related(Index vectors, Index fields, int most, std::uint64_t seed) {
  Counts counts = encke::test::random_counts(vectors, fields, most, seed);
  std::mt19937_64 random(seed);
  for (std::size_t v = 5; v < counts.size(); ++v) {
    const bool copied = random() % 2 == 0;
    const auto scale = static_cast<std::uint16_t>(1 + v % 4);
    for (std::size_t f = 0; f < counts[v].size(); ++f) {
      if (copied && random() % 8 != 0) counts[v][f] = counts[v % 5][f];
      counts[v][f] = static_cast<std::uint16_t>(counts[v][f] / scale);
      if (v % 41 == 40) counts[v][f] = 0;
    }
  }
  return counts;
}

TEST(PrunedCounts, have_the_hits_of_all_pairs) {
  Index left_out = 0;
  std::mt19937_64 random(3);
  for (const encke::Element element : encke::test::count_elements) {
    for (const Index fields : {1, 9, 64, 130, 300}) {
      const auto vectors = static_cast<Index>(2 + random() % 230);
      const PackedVectors packed = encke::test::pack(
          element, fields, related(vectors, fields, element.largest_count(), random()));
      auto values = encke::test::values_of<2>(CountPs{}, packed, plan_for(2));
      std::erase_if(values, [](const auto& hit) { return !(hit.value > 0); });
      std::ranges::sort(values, {}, &encke::Hit<2>::value);
      if (values.empty()) continue;
      for (const double place : {0.5, 0.9, 1.0}) {
        const double value =
            values[static_cast<std::size_t>(static_cast<double>(values.size() - 1) * place)].value;
        for (const double threshold : {value, std::nextafter(value, 0.0)}) {
          Plan plan = plan_for(2);
          plan.threshold = encke::above(threshold);
          plan.block = random() % 2 == 0 ? 80 : 0;
          left_out += expect_equal(CountPs{.empty = 1}, packed, plan).tuples_left_out;
        }
      }
    }
  }
  EXPECT_GT(left_out, more_than(100000));
}

TEST(PrunedCounts, have_the_same_hits_at_every_level) {
  for (const encke::Element element : encke::test::count_elements) {
    const PackedVectors packed =
        encke::test::pack(element, 70, related(300, 70, element.largest_count(), 7));
    for (const auto& engine : encke::test::engines_to_compare()) {
      Plan plan = plan_for(2, engine);
      plan.threshold = encke::above(0.7);
      expect_equal(CountPs{}, packed, plan);
      plan.threshold = encke::below(0.2);
      expect_equal(CountPs{.distance = true}, packed, plan);
    }
  }
}

TEST(PrunedCounts, have_sums_that_are_large) {
  Counts counts(64, std::vector<std::uint16_t>(4000, 65535));
  for (std::size_t v = 0; v < counts.size(); ++v) {
    for (std::size_t f = 0; f < 60 * v; ++f) counts[v][f] = 0;
  }
  const PackedVectors packed = encke::test::pack(encke::Element::count16, 4000, counts);
  Index left_out = 0;
  for (const auto& hit : encke::test::values_of<2>(CountPs{}, packed, plan_for(2))) {
    if (hit.index[0] % 9 != 0) continue;  // each has its sum's bound for its value
    Plan plan = plan_for(2);
    plan.threshold = encke::above(std::nextafter(hit.value, 0.0));
    left_out += expect_equal(CountPs{}, packed, plan).tuples_left_out;
  }
  EXPECT_GT(left_out, more_than(10000));
}

TEST(PrunedCounts, are_those_of_top_with_ties) {
  const PackedVectors packed =
      encke::test::pack(encke::Element::count8, 20, related(700, 20, 3, 12));
  const auto top = [&](Pruning pruning) {
    Plan plan = plan_for(2);
    plan.pruning = pruning;
    encke::sink::Collect kept;
    encke::sink::Top sink(40, kept);
    encke::run(CountPs{}, packed, plan, sink);
    return kept.pairs();
  };
  EXPECT_EQ(top(Pruning::where_it_pays), top(Pruning::off));
  EXPECT_EQ(top(Pruning::forced), top(Pruning::off));
}

TEST(PrunedCounts, are_left_out_by_themselves_where_sums_differ) {
  const PackedVectors packed =
      encke::test::pack(encke::Element::count16, 30, related(1200, 30, 60000, 5));
  Plan plan = plan_for(2);
  plan.threshold = encke::above(0.9);
  const auto off = results(CountPs{}, packed, plan, Pruning::off);
  const auto on = results(CountPs{}, packed, plan, Pruning::where_it_pays);
  EXPECT_EQ(on.hits, off.hits);
  EXPECT_GT(on.report.tuples_left_out, more_than(1200 * 1199 / 2 / 4));
}

}  // namespace
