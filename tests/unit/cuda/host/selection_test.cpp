#include <gtest/gtest.h>

#include <encke/metric/builtin.hpp>
#include <encke/sink/choose/top.hpp>
#include <random>

#include "support/counts.hpp"
#include "support/genotypes.hpp"
#include "unit/cuda/emulated/run.hpp"

// Runs with a threshold: the device keeps candidates alone, and the hits are those of the
// definitions.

namespace {

using encke::Element;
using encke::Index;
using encke::test::expect_selects;
using encke::test::pack;
using encke::test::pack_bits;
using encke::test::pack_moments;
using encke::test::random_counts;
using encke::test::random_genotypes;
using encke::test::random_reals;

TEST(CudaScreen, of_pairs_of_genotypes_and_bits) {
  for (const double rate : {0.0, 0.1}) {
    const auto genotypes = random_genotypes(150, 300, rate, 1);
    for (const double threshold : {0.1, 0.5, 0.7, 4.5}) {
      expect_selects<2>(encke::Ccc{}, pack(genotypes), threshold);
      expect_selects<2>(encke::Duo{}, pack_bits(genotypes), threshold);
      expect_selects<2>(encke::Sorenson{}, pack_bits(random_genotypes(150, 300, 0, 1)), threshold);
    }
  }
}

TEST(CudaScreen, of_squared_correlations) {
  for (const double rate : {0.0, 0.1}) {
    auto genotypes = random_genotypes(60, 90, rate, 2);
    for (Index f = 0; f < 80; ++f) genotypes.at(7, f) = genotypes.at(50, f);
    for (const double threshold : {0.01, 0.2}) {
      expect_selects<2>(encke::RSquared{}, pack_moments(genotypes), threshold);
    }
  }
}

TEST(CudaScreen, of_pairs_of_profiles_and_counts) {
  const auto reals = random_reals(70, 100, 3);
  for (const double threshold : {0.3, 0.6, 0.8}) {
    for (const Element element : {Element::float32, Element::float64}) {
      expect_selects<2>(encke::Ps{}, pack(element, 100, reals), threshold);
    }
    for (const Element element : encke::test::count_elements) {
      const auto counts = random_counts(70, 100, element.largest_count(), 4);
      expect_selects<2>(encke::CountPs{}, encke::test::pack(element, 100, counts), threshold);
    }
  }
}

TEST(CudaScreen, of_triples) {
  for (const double rate : {0.0, 0.1}) {
    const auto genotypes = random_genotypes(14, 130, rate, 5);
    for (const double threshold : {0.1, 0.4}) {
      expect_selects<3>(encke::Ccc{}, pack(genotypes), threshold);
      expect_selects<3>(encke::Ccc{}, pack(genotypes), threshold, 16);
      expect_selects<3>(encke::Duo{}, pack_bits(genotypes), threshold);
    }
  }
  for (const Element element : {Element::float32, Element::float64}) {
    expect_selects<3>(encke::Ps{}, pack(element, 50, random_reals(12, 50, 6)), 0.6);
  }
  expect_selects<3>(encke::Sorenson{}, pack_bits(random_genotypes(14, 130, 0, 5)), 0.4);
}

/// The floor comes while a single block is contracted.
TEST(CudaScreen, of_the_largest_values_begins_as_soon_as_there_is_a_floor) {
  for (const double rate : {0.0, 0.1}) {
    const auto vectors = pack(random_genotypes(700, 40, rate, 10));
    const auto largest = [&](const auto& run) {
      encke::sink::Collect kept;
      encke::sink::Top top(30, kept);
      run(top);
      return kept.pairs();
    };
    const auto plan = encke::test::plan_for(2, {"reference", "auto"});
    const auto expected =
        largest([&](auto& sink) { encke::run(encke::Ccc{}, vectors, plan, sink); });
    int selections = 0;
    const auto found = largest([&](auto& sink) {
      selections = encke::test::run_emulated<2>(encke::Ccc{}, vectors, plan, sink).selections;
    });
    EXPECT_EQ(found, expected);
    EXPECT_GT(selections, 0);
  }
}

/// More candidates than there is room for: all tallies come instead.
TEST(CudaScreen, holds_where_nearly_all_are_candidates) {
  const auto vectors = pack(random_genotypes(300, 20, 0, 7));
  expect_selects<2>(encke::Ccc{}, vectors, 0.001);
  expect_selects<2>(encke::Ccc{}, vectors, 0.001, 0, 256);
  expect_selects<2>(encke::Ccc{}, vectors, 0.5, 272);
  const auto more = pack(random_genotypes(600, 20, 0, 8));
  expect_selects<2>(encke::Ccc{}, more, 0.001);
  expect_selects<2>(encke::Ccc{}, more, 0.7, 0, 512);
}

/// Random vectors, of which 150 of the first 256 and 44 of the next ones are equal to later ones.
encke::PackedVectors with_twins() {
  std::mt19937_64 random(9);
  auto genotypes = random_genotypes(600, 400, 0, 9);
  for (Index v = 0; v < 300; ++v) {
    if (v >= 150 && v < 256) continue;
    for (Index f = 0; f < 400; ++f) {
      genotypes.at(v, f) = genotypes.at(v + 300, f) = random() % 2 == 0 ? 0 : 2;
    }
  }
  return pack(genotypes);
}

/// Somewhat more candidates than there is room for: they come part by part.
TEST(CudaScreen, of_more_candidates_than_room_is_repeated_in_parts) {
  const auto vectors = with_twins();
  auto limits = encke::test::small_limits;
  limits.piece = limits.selected = 1 << 20;
  const auto run = [&](Index kept, encke::Pruning pruning = encke::Pruning::off) {
    limits.kept = kept;
    return expect_selects<2>(encke::Ccc{}, vectors, 0.9, 0, 0, limits, pruning);
  };
  const auto once = run(194);
  EXPECT_EQ(once.selections, 1);
  EXPECT_EQ(once.stores, 0);
  const auto again = run(193);
  EXPECT_GT(again.selections, 1);
  EXPECT_EQ(again.stores, 0);
  EXPECT_GT(run(149).stores, 0);                          // the first 256 rows have 150
  const auto ordered = run(193, encke::Pruning::forced);  // in another order, tiles left out
  EXPECT_GT(ordered.selections, 1);
}

}  // namespace
