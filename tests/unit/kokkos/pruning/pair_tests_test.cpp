#include <gtest/gtest.h>

#include <cmath>
#include <encke/backend/pruning/pair_tests.hpp>
#include <encke/pack/allele_bits.hpp>
#include <encke/pack/allele_counts.hpp>
#include <random>

#include "kokkos/cpu/levels/levels.hpp"
#include "kokkos/pruning/block_facts.hpp"
#include "support/genotypes.hpp"

// Bounds of pairs before their products are made and after a part of them: no pair that passes is
// rejected, and pairs that are as alike or as opposite as their frequencies allow reach the bound.

namespace {

using encke::CorrelationBound;
using encke::Index;
using encke::OverlapBound;
using encke::PackedVectors;
using encke::WeightBound;
using encke::cpu::Kernels;
using encke::cpu::PartBand;
using encke::kokkos::PairTest;
using encke::kokkos::part_kernel;
using encke::kokkos::PartFacts;
using encke::test::Genotypes;

/// Samples of a word and a half, with a second vector that is drawn anew, the same or opposite.
Genotypes two_vectors(std::mt19937_64& random) {
  constexpr Index sizes[] = {3, 64, 65, 100, 128, 200};
  Genotypes g = encke::test::random_genotypes(2, sizes[random() % 6], 0, random());
  const auto kind = random() % 4;
  for (Index f = 0; f < g.fields && kind > 0; ++f) {
    if (kind == 1 || random() % 8 != 0) {
      g.at(1, f) = kind < 3 ? g.at(0, f) : static_cast<std::uint8_t>(2 - g.at(0, f));
    }
  }
  return g;
}

/// The sum of x_i x_j over the first words.
std::int32_t part_sum(const Genotypes& g, Index words, bool bits) {
  int sum = 0;
  for (Index f = 0; f < std::min(g.fields, 64 * words); ++f) {
    const auto x = [&](Index v) { return bits ? encke::test::bit_of(g.at(v, f)) : g.at(v, f) - 1; };
    sum += x(0) * x(1);
  }
  return sum;
}

/// True if the pair of both vectors may pass by the test after so many words.
template <class Bound>
bool passes_part(const Kernels& level, const PackedVectors& vectors, const Bound& bound,
                 float floor, Index words, std::int32_t sum) {
  const bool moments = vectors.contraction() == encke::ContractionId::genotype_moments;
  const bool bits = vectors.contraction() == encke::ContractionId::allele_bits;
  const auto& kernels = bits ? level.bit : moments ? level.moments : level.genotype;
  const PartFacts<Bound> facts({&vectors, {0, 2}, 0}, bound, words);
  alignas(64) std::int32_t joint[8][48] = {};
  joint[0][1] = sum;
  PartBand band;
  band.joint = joint[0];
  band.row_stride = 48;
  band.cols = {0, 16};
  band.floor = floor;
  band.fields = static_cast<float>(vectors.fields());
  // the one row is the first vector, and rows behind it are none
  std::vector<float> rows[PartBand::arrays];
  for (int a = 0; a < PartBand::arrays; ++a) {
    band.col[a] = facts.part(a, 0);
    rows[a].assign(facts.part(a, 2), facts.part(a, 2) + 8);
    rows[a][0] = *facts.part(a, 0);
    band.row[a] = rows[a].data();
  }
  // the pair of the first vector with itself is not asked for
  std::vector<float> cols[PartBand::arrays];
  for (int a = 0; a < PartBand::arrays; ++a) {
    cols[a].assign(band.col[a], band.col[a] + 16);
    cols[a][0] = *facts.part(a, 2);
    band.col[a] = cols[a].data();
  }
  const std::uint32_t marks = part_kernel<Bound>(kernels.screens)(band);
  EXPECT_EQ(marks & ~1U, 0U);
  return marks == 1;
}

/// `most(sum)`: the floor that a pair with the whole sum just reaches, before allowance.
template <class Bound, class Most>
void expect_bounds(const PackedVectors& vectors, const Genotypes& g, Bound& bound, bool bits,
                   const Most& most) {
  using Test = PairTest<Bound>;
  const auto n = static_cast<float>(vectors.fields());
  const auto scale = vectors.contraction() == encke::ContractionId::allele_counts ? 4 * n : n;
  const double reached = most(part_sum(g, 100, bits));
  if (!(reached > 0)) return;
  bound.floor = static_cast<float>(reached);
  const float floor = Test::floor_of(bound, scale);
  EXPECT_TRUE(Test::may_pass(Test::margins(bound, vectors, 0, 0),
                             Test::margins(bound, vectors, 1, 1), floor, n));
  for (const Kernels* level : encke::cpu::compiled_levels()) {
    if (!level->supported()) continue;
    for (Index words = 0; words < vectors.words(); ++words) {
      if (words == 0) continue;  // that is what the margins are for
      EXPECT_TRUE(passes_part(*level, vectors, bound, floor, words, part_sum(g, words, bits)))
          << level->level << ", " << words << " of " << vectors.words() << " words";
    }
  }
}

constexpr int problems = 400;

TEST(PairTests, reject_no_correlation_that_passes) {
  std::mt19937_64 random(1);
  for (int p = 0; p < problems; ++p) {
    const Genotypes g = two_vectors(random);
    const PackedVectors vectors = encke::test::pack_moments(g);
    const auto variance = [&](Index v) {
      return static_cast<double>(vectors.fields() * vectors.square_sum(v) -
                                 vectors.x_sum(v) * vectors.x_sum(v));
    };
    CorrelationBound bound;
    expect_bounds(vectors, g, bound, false, [&](std::int32_t sum) {
      const auto cov =
          static_cast<double>(vectors.fields() * sum - vectors.x_sum(0) * vectors.x_sum(1));
      const double both = variance(0) * variance(1);
      return both > 0 ? cov * cov / both * (1 - 1e-5) : 0;
    });
  }
}

void compare_weights(bool bits) {
  std::mt19937_64 random(2);
  for (int p = 0; p < problems; ++p) {
    const Genotypes g = two_vectors(random);
    const PackedVectors vectors = bits ? encke::test::pack_bits(g) : encke::test::pack(g);
    float weight[2][2];
    for (auto& of_allele : weight) {
      for (float& w : of_allele) w = static_cast<float>(random() % 1000) / 1000;
    }
    WeightBound bound;
    for (int a = 0; a < 2; ++a) bound.weight[a] = weight[a];
    const int cell = static_cast<int>(random() % 4);
    expect_bounds(vectors, g, bound, bits, [&](std::int32_t) {
      double joint = 0;
      for (Index f = 0; f < g.fields; ++f) {
        const auto copies = [&](Index v, int allele) {
          const int ones = bits ? encke::test::bit_of(g.at(v, f)) : g.at(v, f);
          return allele == 1 ? ones : (bits ? 1 : 2) - ones;
        };
        joint += copies(0, cell >> 1) * copies(1, cell & 1);
      }
      const double sum = static_cast<double>(g.fields) * (bits ? 1 : 4);
      return joint / sum * weight[cell >> 1][0] * weight[cell & 1][1] * (1 - 1e-6);
    });
  }
}

TEST(PairTests, reject_no_cell_of_genotypes_that_passes) { compare_weights(false); }
TEST(PairTests, reject_no_cell_of_bits_that_passes) { compare_weights(true); }

TEST(PairTests, reject_no_overlap_that_passes) {
  std::mt19937_64 random(3);
  for (int p = 0; p < problems; ++p) {
    const Genotypes g = two_vectors(random);
    const PackedVectors vectors = encke::test::pack_bits(g);
    const double size[] = {static_cast<double>(vectors.positive_count(0)),
                           static_cast<double>(vectors.positive_count(1))};
    OverlapBound bound;
    bound.size = size;
    expect_bounds(vectors, g, bound, true, [&](std::int32_t sum) {
      return size[0] + size[1] > 0 ? sum / (size[0] + size[1]) : 0.0;
    });
  }
}

/// Vectors that are the same have all that their frequencies allow, so that more is rejected.
TEST(PairTests, reach_their_bounds_where_vectors_are_equal_or_opposite) {
  for (const bool opposite : {false, true}) {
    Genotypes g = encke::test::random_genotypes(2, 200, 0, 5);
    for (Index f = 0; f < 200; ++f) {
      g.at(1, f) = opposite ? static_cast<std::uint8_t>(2 - g.at(0, f)) : g.at(0, f);
    }
    const PackedVectors vectors = encke::test::pack(g);
    const float ones[] = {1, 1}, none[] = {0, 0};
    WeightBound bound;
    const float first[] = {0, 1}, second[] = {1, 0};
    // of the first vector allele 1 counts alone, of an opposite one allele 0
    bound.weight[0] = opposite ? first : none;
    bound.weight[1] = opposite ? second : ones;
    double joint = 0;
    for (Index f = 0; f < 200; ++f) joint += g.at(0, f) * g.at(0, f);
    using Weights = PairTest<WeightBound>;
    const auto may_pass = [&](double value) {
      bound.floor = static_cast<float>(value / 800);
      const float floor = Weights::floor_of(bound, 800);
      const bool margins = Weights::may_pass(Weights::margins(bound, vectors, 0, 0),
                                             Weights::margins(bound, vectors, 1, 1), floor, 200);
      const Kernels& level = encke::cpu::choose_level("auto");
      const bool part = passes_part(level, vectors, bound, floor, 2, part_sum(g, 2, false));
      EXPECT_EQ(margins, part);
      return margins;
    };
    EXPECT_TRUE(may_pass(joint));
    EXPECT_FALSE(may_pass(joint + 0.01));
  }
}

/// rho = 2 in the half in which the other has 1: r^2 is 1 at frequencies of 0.25 and 0.5, which no
/// bound of haplotypes allows.
TEST(PairTests, are_those_of_genotypes_not_of_haplotypes) {
  Genotypes g(2, 128);
  for (Index f = 0; f < 128; ++f) {
    g.at(0, f) = static_cast<std::uint8_t>(f % 2);
    g.at(1, f) = static_cast<std::uint8_t>(f % 2 * 2);
  }
  const PackedVectors vectors = encke::test::pack_moments(g);
  CorrelationBound bound;
  bound.floor = 0.9999F;
  using Correlation = PairTest<CorrelationBound>;
  const float floor = Correlation::floor_of(bound, 128);
  EXPECT_TRUE(Correlation::may_pass(Correlation::margins(bound, vectors, 0, 0),
                                    Correlation::margins(bound, vectors, 1, 1), floor, 128));
  EXPECT_TRUE(passes_part(encke::cpu::choose_level("auto"), vectors, bound, floor, 1,
                          part_sum(g, 1, false)));
  g.at(1, 0) = 2;  // and one that misses it by a sample
  for (Index f = 0; f < 64; f += 2) g.at(1, f) = 2;
  const PackedVectors other = encke::test::pack_moments(g);
  EXPECT_FALSE(Correlation::may_pass(Correlation::margins(bound, other, 0, 0),
                                     Correlation::margins(bound, other, 1, 1), floor, 128));
}

}  // namespace
