#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <encke/metric/builtin.hpp>

#include "support/genotypes.hpp"
#include "support/long_run.hpp"
#include "support/values.hpp"

// Bits against other elements and against themselves with a threshold.

namespace {

using encke::Cosine;
using encke::Duo;
using encke::Element;
using encke::Hit;
using encke::Index;
using encke::Jaccard;
using encke::Ps;
using encke::Sorenson;
using encke::test::engines_to_compare;
using encke::test::pack;
using encke::test::pack_bits;
using encke::test::plan_for;
using encke::test::random_genotypes;
using encke::test::report_of;
using encke::test::values_of;

template <int Way>
void expect_sorenson_is_ps(std::uint64_t seed) {
  const auto vectors = static_cast<Index>(Way + seed % (Way == 2 ? 40 : 12));
  const auto g = random_genotypes(vectors, 1 + static_cast<Index>(seed * 41 % 300), 0, seed);
  const auto reals = reals_of_bits(g);
  const auto found = values_of<Way>(Sorenson{.empty = 1}, pack_bits(g));
  const auto expected = values_of<Way>(Ps{.empty = 1}, pack(Element::float64, g.fields, reals));
  ASSERT_EQ(found, expected);
}

TEST(Sorenson, is_ps_of_zeros_and_ones_to_the_bit) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    expect_sorenson_is_ps<2>(seed);
    expect_sorenson_is_ps<3>(seed);
    if (HasFailure()) return;
  }
}

TEST(Sorenson, and_dense_duo_refuse_vectors_with_missing_samples) {
  const auto vectors = pack_bits(random_genotypes(4, 30, 0.5, 1));
  const auto failure = [&](const auto& metric) {
    return encke::test::error_of([&] { report_of(metric, vectors, plan_for(2)); }).failure();
  };
  EXPECT_EQ(failure(Sorenson{}), encke::Failure::inconsistent);
  EXPECT_EQ(failure(Duo{.missing = false}), encke::Failure::inconsistent);
}

TEST(Duo, refuses_vectors_that_are_not_bits_with_what_they_are) {
  const auto genotypes = pack(random_genotypes(4, 30, 0, 1));
  const auto error = encke::test::error_of([&] { report_of(Duo{}, genotypes, plan_for(2)); });
  EXPECT_EQ(error.failure(), encke::Failure::inconsistent);
  EXPECT_STREQ(error.what(), "this metric compares bits, not genotypes");
}

/// The hits of every engine with a threshold are those values of the reference that pass it: small
/// ones of distances. A short run takes thresholds and blocks in turns, others for the next engine.
template <int Way, class Metric>
void expect_same_hits(const Metric& metric, const encke::PackedVectors& vectors) {
  const auto all = values_of<Way>(metric, vectors, plan_for(Way, {"reference", "auto"}));
  std::vector<double> thresholds{-1, 0, 1e-300, 0.1, 0.3, 0.5, 0.7, 0.9, 1};
  for (std::size_t i = 0; i < all.size(); i += 1 + all.size() / 5) {
    thresholds.push_back(all[i].value);
    thresholds.push_back(std::nextafter(all[i].value, 0.0));
  }
  auto number = static_cast<std::size_t>(vectors.fields());
  for (const auto& engine : engines_to_compare()) {
    for (const double threshold : thresholds) {
      const std::size_t turn = number++;
      if (!encke::test::has_turn(turn / 2, 2)) continue;
      std::vector<Hit<Way>> expected;
      const auto wanted =
          encke::is_distance(metric) ? encke::below(threshold) : encke::above(threshold);
      std::copy_if(all.begin(), all.end(), std::back_inserter(expected),
                   [&](const auto& hit) { return wanted.keeps(hit.value); });
      auto plan = plan_for(Way, engine);
      plan.threshold = wanted;
      plan.block = turn % 2 == 0 ? 0 : 16;
      EXPECT_EQ(values_of<Way>(metric, vectors, plan), expected)
          << engine.backend << " " << engine.level << ", above " << threshold;
    }
    if (thresholds.size() % 2 == 0) ++number;  // the next engine gets the other blocks
  }
}

TEST(ScreeningOfBits, loses_and_adds_nothing_of_duo) {
  for (const double rate : {0.0, 0.02, 0.5}) {
    for (const Index fields : {1, 5, 64, 200}) {
      expect_same_hits<2>(Duo{}, pack_bits(random_genotypes(50, fields, rate, 1)));
      expect_same_hits<3>(Duo{}, pack_bits(random_genotypes(19, fields, rate, 2)));
    }
  }
  auto g = random_genotypes(70, 65, 0, 3);
  g.at(33, 7) = g.at(69, 64) = 3;
  expect_same_hits<2>(Duo{4, 1}, pack_bits(g));
}

TEST(ScreeningByOverlap, keeps_distances_near_one_that_float32_rounds) {
  encke::test::Genotypes g(2, 1999);  // a thousand ones each, one of them common
  for (encke::Index f = 0; f < 1000; ++f) g.at(0, f) = g.at(1, 999 + f) = 1;
  const auto vectors = pack_bits(g);
  auto plan = plan_for(2);
  plan.precision = encke::Precision::float32;
  const Sorenson distance{.empty = 0, .distance = true};
  const auto all = values_of<2>(distance, vectors, plan);
  ASSERT_EQ(all.size(), 1U);
  ASSERT_GT(all[0].value, 1 - 0.001);  // rounded upwards: by more than 1e-5 of the similarity
  plan.threshold = encke::below(all[0].value + 1e-12);
  EXPECT_EQ(values_of<2>(distance, vectors, plan), all);
}

TEST(ScreeningByOverlap, loses_and_adds_nothing_of_sorenson) {
  for (const Index fields : {1, 5, 64, 200}) {
    const auto pairs = pack_bits(random_genotypes(50, fields, 0, 4));
    const auto triples = pack_bits(random_genotypes(19, fields, 0, 5));
    for (const double empty : {0.0, 1.0}) {
      expect_same_hits<2>(Sorenson{.empty = empty}, pairs);
      expect_same_hits<3>(Sorenson{.empty = empty}, triples);
    }
  }
}

TEST(ScreeningByOverlap, loses_and_adds_nothing_of_similarities_of_sets_and_their_distances) {
  for (const Index fields : {1, 5, 64, 200}) {
    const auto pairs = pack_bits(random_genotypes(50, fields, 0, 4));
    for (const bool distance : {false, true}) {
      expect_same_hits<2>(Jaccard{.empty = 1, .distance = distance}, pairs);
      expect_same_hits<2>(Cosine{.empty = 0, .distance = distance}, pairs);
    }
    expect_same_hits<2>(Sorenson{.empty = 0, .distance = true}, pairs);
  }
}

TEST(ScreeningByOverlap, loses_and_adds_nothing_of_ps) {
  for (const Element element : {Element::float32, Element::float64}) {
    for (const Index fields : {1, 7, 300}) {
      auto reals = encke::test::random_reals(50, fields, 6);
      expect_same_hits<2>(Ps{.empty = 0}, pack(element, fields, reals));
      reals.resize(19);
      expect_same_hits<3>(Ps{.empty = 0}, pack(element, fields, reals));
      expect_same_hits<3>(Ps{.empty = 0, .distance = true}, pack(element, fields, reals));
    }
  }
}

TEST(ScreeningByOverlap, is_left_out_where_reals_are_so_small_or_large_that_sums_lose_digits) {
  for (const double scale : {5e-324, 1e-322, 1e-300, 1e300}) {
    auto reals = encke::test::random_reals(20, 3, 7);
    for (auto& profile : reals) {
      for (double& x : profile) x = std::floor(x) * scale;
    }
    expect_same_hits<2>(Ps{.empty = 0}, pack(Element::float64, 3, reals));
  }
}

}  // namespace
