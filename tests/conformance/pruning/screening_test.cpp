#include <gtest/gtest.h>

#include <algorithm>
#include <encke/metric/builtin.hpp>
#include <encke/sink/choose/top.hpp>

#include "support/genotypes.hpp"
#include "support/long_run.hpp"
#include "support/values.hpp"

// A screen may only drop what cannot be a hit: the hits of a run with a threshold are the values
// of a run without one that pass it, one by one.

namespace {

using encke::Ccc;
using encke::Hit;
using encke::Index;
using encke::PackedVectors;
using encke::Precision;
using encke::test::Engine;
using encke::test::engines_to_compare;
using encke::test::Genotypes;
using encke::test::pack;
using encke::test::plan_for;
using encke::test::random_genotypes;
using encke::test::values_of;

template <int Way>
std::vector<Hit<Way>> passing(const std::vector<Hit<Way>>& all, double threshold) {
  std::vector<Hit<Way>> kept;
  std::copy_if(all.begin(), all.end(), std::back_inserter(kept),
               [&](const auto& hit) { return hit.value > threshold; });
  return kept;
}

/// A short run takes thresholds and blocks in turns, others for the next engine.
template <int Way>
void expect_same_hits(const Ccc& metric, const PackedVectors& vectors,
                      const std::vector<double>& thresholds) {
  auto number = static_cast<std::size_t>(vectors.fields());
  for (const Precision precision : {Precision::float64, Precision::float32}) {
    auto plan = plan_for(Way, {"reference", "auto"});
    plan.precision = precision;
    const auto all = values_of<Way>(metric, vectors, plan);
    for (const Engine& engine : engines_to_compare()) {
      for (const double threshold : thresholds) {
        const std::size_t turn = number++;
        if (!encke::test::has_turn(turn / 2, thresholds.size() > 4 ? 2 : 1)) continue;
        plan = plan_for(Way, engine);
        plan.precision = precision;
        plan.threshold = encke::above(threshold);
        plan.block = turn % 2 == 0 ? 0 : 16;
        EXPECT_EQ(values_of<Way>(metric, vectors, plan), passing(all, threshold))
            << engine.backend << " " << engine.level << ", above " << threshold << ", block "
            << plan.block << ", " << vectors.vectors() << " vectors of " << vectors.fields();
      }
      if (thresholds.size() % 2 == 0) ++number;  // the next engine gets the other blocks
    }
  }
}

const std::vector<double> thresholds{-1, 0, 1e-300, 0.1, 0.5, 0.7, 0.99, 1, 4.5};

TEST(Screening, of_pairs_loses_and_adds_nothing) {
  for (const double rate : {0.0, 0.02, 0.5}) {
    for (const Index fields : {1, 5, 64, 200}) {
      expect_same_hits<2>({}, pack(random_genotypes(50, fields, rate, 1)), thresholds);
    }
  }
}

TEST(Screening, of_triples_loses_and_adds_nothing) {
  for (const double rate : {0.0, 0.02, 0.5}) {
    for (const Index fields : {1, 6, 100}) {
      expect_same_hits<3>({}, pack(random_genotypes(19, fields, rate, 2)), thresholds);
    }
  }
}

TEST(Screening, of_complete_and_incomplete_vectors_loses_and_adds_nothing) {
  auto g = random_genotypes(70, 65, 0, 3);
  g.at(33, 7) = g.at(69, 64) = 3;
  expect_same_hits<2>({}, pack(g), thresholds);
  expect_same_hits<3>({}, pack(with_vectors(g, std::vector<Index>{0, 5, 33, 40, 41, 69})),
                      thresholds);
}

/// Every `step`th vector is the one before it but for one sample, and its own missing ones.
Genotypes with_near_copies(Genotypes g, Index step) {
  for (Index v = step; v < g.vectors; v += step) {
    for (Index f = 0; f < g.fields; ++f) {
      if (g.at(v, f) != 3 && g.at(v - 1, f) != 3) g.at(v, f) = g.at(v - 1, f);
    }
    g.at(v, v % g.fields) = 2;
  }
  return g;
}

// Few pass, so that tiles are made in the complete form first, and squares of them again.
TEST(Screening, of_few_similar_incomplete_vectors_loses_and_adds_nothing) {
  for (const double rate : {0.002, 0.03, 0.2}) {
    const auto pairs = with_near_copies(random_genotypes(267, 130, rate, 5), 37);
    expect_same_hits<2>({}, pack(pairs), {0.65, 0.8});
    const auto triples = with_near_copies(random_genotypes(43, 130, rate, 6), 7);
    expect_same_hits<3>({}, pack(triples), {0.35, 0.5});
  }
}

TEST(Screening, of_a_vector_that_misses_most_samples_loses_and_adds_nothing) {
  auto g = with_near_copies(random_genotypes(90, 100, 0.01, 7), 11);
  for (Index f = 0; f < 97; ++f) g.at(40, f) = 3;
  for (Index f = 0; f < 100; ++f) g.at(41, f) = 3;
  expect_same_hits<2>({}, pack(g), {0.5, 0.7});
  expect_same_hits<3>({}, pack(with_vectors(g, std::vector<Index>{1, 10, 11, 21, 22, 40, 41, 44})),
                      {0.3, 0.4});
}

TEST(Screening, holds_for_any_multiplier_and_gamma) {
  const auto vectors = pack(random_genotypes(24, 40, 0.05, 4));
  for (const Ccc metric :
       {Ccc{1}, Ccc{4.5, 1}, Ccc{4.5, 0}, Ccc{0, 0.5}, Ccc{-1, 0.5}, Ccc{4.5, 1.5}, Ccc{4.5, -1}}) {
    expect_same_hits<2>(metric, vectors, {-0.2, 0, 1e-17, 0.05, 0.3, 0.9});
  }
}

TEST(Screening, keeps_to_thresholds_that_are_values_themselves) {
  const auto g = random_genotypes(30, 12, 0, 5);  // few samples: many equal values
  const auto all = values_of<2>(Ccc{}, pack(g), plan_for(2, {"reference", "auto"}));
  std::vector<double> exact;
  for (std::size_t i = 0; i < all.size(); i += 97) {
    exact.push_back(all[i].value);
    exact.push_back(std::nextafter(all[i].value, 0.0));
  }
  expect_same_hits<2>({}, pack(g), exact);
}

TEST(Screening, of_monomorphic_vectors_loses_and_adds_nothing) {
  Genotypes g(9, 20);  // three of each: all allele 0, all allele 1, all het
  for (Index v = 0; v < 9; ++v) {
    for (Index f = 0; f < 20; ++f) g.at(v, f) = static_cast<std::uint8_t>(v % 3);
  }
  for (const double gamma : {2. / 3, 1.}) {
    expect_same_hits<2>({4.5, gamma}, pack(g), thresholds);
    expect_same_hits<3>({4.5, gamma}, pack(g), thresholds);
  }
}

TEST(Screening, leaves_the_largest_values_to_a_sink_that_keeps_them) {
  const auto vectors = pack(random_genotypes(60, 50, 0.02, 6));
  auto sorted = values_of<2>(Ccc{}, vectors, plan_for(2, {"reference", "auto"}));
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return a.value != b.value ? a.value > b.value : encke::precedes(a, b);
  });
  for (const Engine& engine : engines_to_compare()) {
    for (const std::size_t count : {1, 7, 100}) {
      auto plan = plan_for(2, engine);
      plan.block = 16;
      encke::sink::Collect kept;
      encke::sink::Top top(static_cast<Index>(count), kept);
      run(Ccc{}, vectors, plan, top);
      std::vector<Hit<2>> expected(sorted.begin(), sorted.begin() + static_cast<long>(count));
      std::sort(expected.begin(), expected.end(), encke::precedes);
      EXPECT_EQ(kept.pairs(), expected) << engine.level << " " << count;
    }
  }
}

}  // namespace
