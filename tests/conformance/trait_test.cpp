// A trait's sums: every level against the definition, and the interaction on a trait against least
// squares.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <encke/metric/interaction/linear.hpp>
#include <encke/pack/packers.hpp>
#include <random>

#include "support/genotypes.hpp"
#include "support/values.hpp"

namespace encke::test::trait_test {
namespace {

std::vector<double> random_trait(Index samples, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal(170, 9);
  std::vector<double> trait;
  for (Index s = 0; s < samples; ++s) trait.push_back(normal(random));
  return trait;
}

/// The square of the t of the product, by Gaussian elimination of the normal equations in long
/// double; NaN where they are singular.
double by_least_squares(const Genotypes& g, const std::vector<double>& trait, Index i, Index j) {
  long double mean = 0;
  for (const double t : trait) mean += t / static_cast<long double>(trait.size());
  long double a[4][5] = {}, squares = 0;
  Index n = 0;
  for (Index f = 0; f < g.fields; ++f) {
    if (g.at(i, f) == 3 || g.at(j, f) == 3) continue;
    const long double x = g.at(i, f), y = g.at(j, f), t = trait[idx(f)] - mean;
    const long double row[5] = {1, x, y, x * y, t};
    for (int r = 0; r < 4; ++r) {
      for (int c = 0; c < 5; ++c) a[r][c] += row[r] * row[c];
    }
    squares += t * t;
    ++n;
  }
  if (n < 5) return std::nan("");
  long double rest = squares;
  for (int k = 0; k < 4; ++k) {
    if (std::abs(a[k][k]) < 1e-9L * static_cast<long double>(n)) return std::nan("");
    const long double gain = a[k][4] * a[k][4] / a[k][k];
    rest -= gain;
    if (k == 3) return static_cast<double>(gain / (rest / static_cast<long double>(n - 4)));
    for (int r = k + 1; r < 4; ++r) {
      const long double factor = a[r][k] / a[k][k];
      for (int c = k; c < 5; ++c) a[r][c] -= factor * a[k][c];
    }
  }
  return 0;
}

void expect_same_bits(const std::vector<Hit<2>>& found, const std::vector<Hit<2>>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t h = 0; h < found.size(); ++h) {
    ASSERT_EQ(found[h].index, expected[h].index);
    if (std::isnan(expected[h].value)) {
      ASSERT_TRUE(std::isnan(found[h].value));
    } else {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(found[h].value),
                std::bit_cast<std::uint64_t>(expected[h].value));
    }
  }
}

/// All that have the contraction, which the kernels of devices on the host must.
std::vector<Engine> engines_with_teams() {
  std::vector<Engine> found = engines_of(ContractionId::trait_sums);
  if (only_backend() == nullptr) found.push_back({"kokkos", "team"});
  return found;
}

TEST(TraitSums, have_the_same_bits_on_every_engine_at_awkward_sizes) {
  const Index sizes[][2] = {{2, 5}, {3, 63}, {17, 65}, {33, 129}, {97, 70}, {35, 300}};
  for (const double rate : {0.0, 0.003, 0.1}) {
    for (const auto& [vectors, samples] : sizes) {
      const Genotypes g = random_genotypes(vectors, samples, rate, 3);
      const PackedVectors packed = pack_with_trait(g, random_trait(samples, 4));
      const auto expected = values_of<2>(LinearInteraction{}, packed, plan_for(2, engines()[0]));
      for (const auto& engine : engines_with_teams()) {
        SCOPED_TRACE(testing::Message() << engine.backend << " " << engine.level << ", " << vectors
                                        << " x " << samples << ", " << rate);
        for (const Index block : {0, 16}) {
          Plan plan = plan_for(2, engine);
          plan.block = block;
          expect_same_bits(values_of<2>(LinearInteraction{}, packed, plan), expected);
        }
      }
    }
  }
}

TEST(LinearInteraction, is_the_square_of_the_t_of_the_product) {
  for (const double rate : {0.0, 0.05}) {
    for (const Index samples : {9, 40, 300, 2000}) {
      const Genotypes g = random_genotypes(25, samples, rate, 8);
      const auto trait = random_trait(samples, 5);
      int compared = 0;
      for (const auto& hit : values_of<2>(LinearInteraction{}, pack_with_trait(g, trait))) {
        const double value = by_least_squares(g, trait, hit.index[0], hit.index[1]);
        if (std::isnan(value)) {
          EXPECT_TRUE(std::isnan(hit.value)) << hit.value;
          continue;
        }
        EXPECT_NEAR(hit.value, value, 1e-9 * std::max(1.0, value));
        ++compared;
      }
      EXPECT_GT(compared, 100);
    }
  }
}

TEST(LinearInteraction, does_not_depend_on_the_order_of_vectors_or_samples_or_on_alleles) {
  const Genotypes g = random_genotypes(20, 257, 0.05, 1);
  const auto trait = random_trait(257, 6);
  Genotypes turned(20, 257);
  std::vector<double> turned_trait(trait.rbegin(), trait.rend());
  for (Index v = 0; v < 20; ++v) {
    for (Index f = 0; f < 257; ++f) turned.at(19 - v, 256 - f) = g.at(v, f);
  }
  Genotypes other = g;
  for (Index f = 0; f < 257; ++f) {
    if (g.at(4, f) != 3) other.at(4, f) = static_cast<std::uint8_t>(2 - g.at(4, f));
  }
  const auto packed = pack_with_trait(g, trait);
  const auto before = values_of<2>(LinearInteraction{}, packed);
  const auto after = values_of<2>(LinearInteraction{}, pack_with_trait(turned, turned_trait));
  const auto flipped = values_of<2>(LinearInteraction{}, pack_with_trait(other, trait));
  for (std::size_t h = 0; h < before.size(); ++h) {
    EXPECT_EQ(std::isnan(before[h].value), std::isnan(flipped[h].value));
    if (std::isnan(before[h].value)) continue;
    EXPECT_NEAR(before[h].value, flipped[h].value, 1e-11 * std::max(1.0, before[h].value));
    for (const auto& hit : after) {
      if (hit.index[0] != 19 - before[h].index[1] || hit.index[1] != 19 - before[h].index[0]) {
        continue;
      }
      // the mean of the trait is a sum of reals, in the order of samples
      EXPECT_NEAR(hit.value, before[h].value, 1e-9 * std::max(1.0, hit.value));
    }
  }
}

/// Vectors 0 and 1 are equal, 2 is the opposite of 0, 3 does not vary, 4 has one carrier.
TEST(LinearInteraction, has_no_value_where_columns_depend_on_each_other) {
  Genotypes g = random_genotypes(8, 100, 0, 2);
  for (Index f = 0; f < 100; ++f) {
    g.at(1, f) = g.at(0, f);
    g.at(2, f) = static_cast<std::uint8_t>(2 - g.at(0, f));
    g.at(3, f) = 1;
    g.at(4, f) = f == 50 ? 1 : 0;
  }
  const auto trait = random_trait(100, 7);
  const auto packed = pack_with_trait(g, trait);
  for (const auto& hit : values_of<2>(LinearInteraction{}, packed)) {
    const double value = by_least_squares(g, trait, hit.index[0], hit.index[1]);
    EXPECT_EQ(std::isnan(hit.value), std::isnan(value)) << hit.index[0] << " " << hit.index[1];
    if (hit.index[0] == 3 || hit.index[1] == 3 || hit.index[1] == 4 || hit.index[0] == 4) {
      EXPECT_TRUE(std::isnan(hit.value));
    }
  }
  EXPECT_FALSE(LinearInteraction{}.may_have_value(margin<TraitSums>(packed, 3)));
  EXPECT_TRUE(LinearInteraction{}.may_have_value(margin<TraitSums>(packed, 4)));
}

TEST(TraitNumbers, are_whole_and_have_sums_without_rounding) {
  for (const Index samples : {2, 3, 1000, 4097}) {
    const auto trait = random_trait(samples, 9);
    const auto numbers = pack::TraitNumbers::of(trait);
    double sum = 0, squares = 0, most = 0;
    for (std::size_t s = 0; s < trait.size(); ++s) {
      const double x = numbers.trait[s];
      EXPECT_EQ(x, std::nearbyint(x));
      sum += std::abs(x);
      squares += x * x;
      most += numbers.square[s];
    }
    EXPECT_LT(sum, 0x1p53);
    EXPECT_NEAR(most / squares, 1, 1e-9);
  }
  EXPECT_THROW(pack::TraitNumbers::of(std::vector<double>{}), Error);
  EXPECT_THROW(pack::TraitNumbers::of(std::vector<double>{4, 4, 4}), Error);
  EXPECT_THROW(pack::TraitNumbers::of(std::vector<double>{4, INFINITY, 4}), Error);
}

}  // namespace
}  // namespace encke::test::trait_test
