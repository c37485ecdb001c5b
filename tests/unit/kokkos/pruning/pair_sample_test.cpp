#include "kokkos/pruning/pair_sample.hpp"

#include <gtest/gtest.h>

#include <encke/pack/allele_bits.hpp>
#include <random>

#include "kokkos/cpu/levels/levels.hpp"
#include "support/genotypes.hpp"

// What a few pairs say: the share that passes is that of their definition, and no pair that passes
// is told not to.

namespace {

using encke::Array;
using encke::CorrelationBound;
using encke::Index;
using encke::Operand;
using encke::OverlapBound;
using encke::PackedVectors;
using encke::kokkos::PairSample;
using encke::kokkos::part_words;
using encke::kokkos::sample_pairs;
using encke::test::Genotypes;

constexpr Index offset = 500;

/// Sixteen vectors at even distances of a block of `size`; of columns in between.
std::vector<Index> sampled(Index size, bool late) {
  std::vector<Index> vectors;
  for (Index s = 0; s < 16; ++s) vectors.push_back((2 * s + (late ? 1 : 0)) * size / 32);
  return vectors;
}

double r_squared(const Genotypes& g, Index i, Index j) {
  double x = 0, y = 0, xx = 0, yy = 0, xy = 0;
  for (Index f = 0; f < g.fields; ++f) {
    const double a = g.at(i, f), b = g.at(j, f);
    x += a, y += b, xx += a * a, yy += b * b, xy += a * b;
  }
  const auto n = static_cast<double>(g.fields);
  const double cov = n * xy - x * y;
  return cov * cov / ((n * xx - x * x) * (n * yy - y * y));
}

double sorenson(const Genotypes& g, Index i, Index j) {
  double both = 0, sum = 0;
  for (Index f = 0; f < g.fields; ++f) {
    const int a = encke::test::bit_of(g.at(i, f)), b = encke::test::bit_of(g.at(j, f));
    both += a * b, sum += a + b;
  }
  return sum > 0 ? 2 * both / sum : 0;
}

template <class Value>
double share_above(const Genotypes& g, double threshold, const Value& value) {
  double passing = 0;
  for (const Index i : sampled(g.vectors, false)) {
    for (const Index j : sampled(g.vectors, true)) passing += value(g, i, j) > threshold ? 1 : 0;
  }
  return passing / 256;
}

template <class Bound>
PairSample sample(const PackedVectors& vectors, const Bound& bound) {
  const auto& level = encke::cpu::choose_level("auto");
  const bool bits = vectors.contraction() == encke::ContractionId::allele_bits;
  const auto& screens = (bits ? level.bit : level.moments).screens;
  const Operand block{&vectors, {0, vectors.vectors()}, offset};
  const Index words = part_words(screens, bound, vectors.words(), true);
  return sample_pairs(Array<Operand, 2>{{block, block}}, screens, bound, words);
}

Genotypes alike(Index vectors, Index fields, std::uint64_t seed) {
  Genotypes g = encke::test::random_genotypes(vectors, fields, 0, seed);
  std::mt19937_64 random(seed);
  for (Index v = 1; v < vectors; ++v) {
    for (Index f = 0; f < fields; ++f) {
      if (v % 3 != 0 && random() % 4 != 0) g.at(v, f) = g.at(0, f);
    }
  }
  return g;
}

TEST(PairSample, has_the_share_of_r_squared_that_passes) {
  for (const Index fields : {40, 64, 1000}) {
    const Genotypes g = alike(77, fields, 1);
    for (const double threshold : {0.01, 0.2, 0.6}) {
      CorrelationBound bound;
      bound.floor = static_cast<float>(threshold);
      const PairSample found = sample(encke::test::pack_moments(g), bound);
      EXPECT_DOUBLE_EQ(found.passing, share_above(g, threshold, r_squared));
      EXPECT_LE(found.passing + found.told, 1);
    }
  }
}

TEST(PairSample, has_the_share_of_overlaps_that_passes) {
  const Genotypes g = alike(64, 1000, 2);
  const PackedVectors bits = encke::test::pack_bits(g);
  std::vector<double> sizes(static_cast<std::size_t>(offset));  // of the vectors before the block
  for (Index v = 0; v < 64; ++v) sizes.push_back(static_cast<double>(bits.positive_count(v)));
  // no quotient of such numbers is equal to one of these
  for (const double threshold : {0.1003, 0.5003, 0.9003}) {
    OverlapBound bound;
    bound.size = sizes.data();
    bound.floor = static_cast<float>(threshold / 2);
    const PairSample found = sample(bits, bound);
    EXPECT_DOUBLE_EQ(found.passing, share_above(g, threshold, sorenson));
    EXPECT_LE(found.passing + found.told, 1);
  }
}

TEST(PairSample, tells_where_something_can_be_left_out) {
  const PackedVectors independent =
      encke::test::pack_moments(encke::test::random_genotypes(64, 1000, 0, 3));
  CorrelationBound high, low;
  high.floor = 0.8F;
  low.floor = 1e-4F;
  EXPECT_TRUE(sample(independent, high).leaves_something_out());
  EXPECT_TRUE(sample(independent, high).has_few_hits());
  EXPECT_FALSE(sample(independent, low).leaves_something_out());
  EXPECT_FALSE(sample(independent, low).has_few_hits());
}

TEST(PartWords, are_none_where_a_test_would_come_too_late_or_spare_little) {
  const auto& screens = encke::cpu::choose_level("auto").moments.screens;
  CorrelationBound bound;
  bound.floor = 0.5F;
  EXPECT_EQ(part_words(screens, bound, 15, false), 0);
  EXPECT_GT(part_words(screens, bound, 16, false), 0);
  EXPECT_LT(part_words(screens, bound, 16, false), 16);
  EXPECT_GT(part_words(screens, bound, 2, true), 0);
  EXPECT_EQ(part_words(screens, bound, 1, true), 0);
  bound.floor = 0.01F;
  EXPECT_EQ(part_words(screens, bound, 100, false), 0);
  EXPECT_GT(part_words(screens, bound, 100, true), 0);
}

}  // namespace
