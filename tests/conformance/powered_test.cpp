// Powered sums: every level against the definition, and the definition against plain powers.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <encke/metric/unifrac.hpp>
#include <encke/pack/packers.hpp>
#include <random>
#include <utility>

#include "support/values.hpp"

namespace powered_test {
namespace {

using encke::Element;
using encke::GeneralizedUnifrac;
using encke::Index;
using encke::PackedVectors;
using encke::test::engines;
using encke::test::engines_to_compare;
using encke::test::plan_for;
using encke::test::values_of;

struct Problem {
  std::vector<double> weight;
  std::vector<std::vector<double>> shares;
};

/// Shares of which some are 0, from 1e-6 to 1.
Problem make(Index vectors, Index fields, double present, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform;
  Problem p;
  for (Index f = 0; f < fields; ++f) p.weight.push_back(std::exp(-6 * uniform(random)));
  for (Index v = 0; v < vectors; ++v) {
    auto& row = p.shares.emplace_back();
    for (Index f = 0; f < fields; ++f) {
      row.push_back(uniform(random) < present ? std::pow(10, -6 * uniform(random)) : 0.0);
    }
  }
  return p;
}

PackedVectors pack(const Problem& p, Element element, double exponent) {
  const auto vectors = static_cast<Index>(p.shares.size());
  auto packed = encke::pack::powered_profiles(element, vectors, p.weight, exponent);
  for (Index v = 0; v < vectors; ++v)
    encke::pack::set_powered(packed, v, p.shares[static_cast<std::size_t>(v)]);
  return packed;
}

double by_definition(const Problem& p, std::size_t i, std::size_t j, double exponent) {
  double apart = 0, all = 0;
  for (std::size_t f = 0; f < p.weight.size(); ++f) {
    const double u = p.shares[i][f], v = p.shares[j][f];
    if (u + v == 0) continue;
    const double power = p.weight[f] * std::pow(u + v, exponent);
    apart += power * std::fabs(u - v) / (u + v);
    all += power;
  }
  return apart / all;
}

TEST(PoweredSums, have_the_same_bits_on_every_engine_at_awkward_sizes) {
  const Index sizes[][2] = {{2, 1},  {3, 255},  {5, 256},   {17, 257}, {16, 64},  {47, 33},
                            {48, 7}, {49, 513}, {17, 1000}, {9, 4097}, {193, 40}, {65, 300}};
  for (const auto element : {Element::powered32, Element::powered64}) {
    for (const auto& [vectors, fields] : sizes) {
      const auto packed =
          pack(make(vectors, fields, 0.4, static_cast<unsigned>(fields)), element, 0.5);
      const auto expected = values_of<2>(GeneralizedUnifrac{}, packed, plan_for(2, engines()[0]));
      for (const auto& engine : engines_to_compare()) {
        SCOPED_TRACE(testing::Message() << engine.backend << " " << engine.level << ", " << vectors
                                        << " x " << fields);
        const auto found = values_of<2>(GeneralizedUnifrac{}, packed, plan_for(2, engine));
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t h = 0; h < found.size(); ++h) {
          ASSERT_EQ(found[h].index, expected[h].index);
          ASSERT_EQ(std::bit_cast<std::uint64_t>(found[h].value),
                    std::bit_cast<std::uint64_t>(expected[h].value));
        }
      }
    }
  }
}

TEST(PoweredSums, agree_with_plain_powers) {
  for (const double exponent : {0.0, 0.1, 0.25, 0.5, 0.75, 0.99, 1.0}) {
    for (const double present : {0.05, 0.5, 1.0}) {
      const auto p = make(12, 700, present, 5);
      const auto wide = values_of<2>(GeneralizedUnifrac{}, pack(p, Element::powered64, exponent));
      const auto narrow = values_of<2>(GeneralizedUnifrac{}, pack(p, Element::powered32, exponent));
      for (std::size_t h = 0; h < wide.size(); ++h) {
        const double value = by_definition(p, wide[h].index[0], wide[h].index[1], exponent);
        ASSERT_NEAR(wide[h].value, value, 1e-13) << exponent;
        ASSERT_NEAR(narrow[h].value, value, 2e-6) << exponent;
      }
    }
  }
}

TEST(PoweredVectors, can_be_set_again) {
  const auto p = make(20, 300, 0.4, 11), other = make(20, 300, 0.4, 12);
  for (const auto element : {Element::powered32, Element::powered64}) {
    auto again = encke::pack::powered_profiles(element, 20, p.weight, 0.5);
    for (const auto* problem : {&other, &p}) {
      for (Index v = 0; v < 20; ++v) {
        encke::pack::set_powered(again, v, problem->shares[static_cast<std::size_t>(v)]);
      }
    }
    const auto once = pack(p, element, 0.5);
    const auto buffers = std::as_const(once).buffers(), found = std::as_const(again).buffers();
    ASSERT_EQ(found.size(), buffers.size());
    for (std::size_t n = 0; n < buffers.size(); ++n) {
      EXPECT_TRUE(
          std::equal(buffers[n].begin(), buffers[n].end(), found[n].begin(), found[n].end()));
    }
  }
}

TEST(PoweredSums, do_not_depend_on_the_order_of_the_vectors) {
  auto p = make(20, 600, 0.3, 8);
  const auto before = values_of<2>(GeneralizedUnifrac{}, pack(p, Element::powered32, 0.5));
  std::reverse(p.shares.begin(), p.shares.end());
  const auto after = values_of<2>(GeneralizedUnifrac{}, pack(p, Element::powered32, 0.5));
  for (const auto& hit : before) {
    for (const auto& other : after) {
      if (other.index[0] != 19 - hit.index[1] || other.index[1] != 19 - hit.index[0]) continue;
      ASSERT_EQ(hit.value, other.value);
    }
  }
}

TEST(GeneralizedUnifrac, of_equal_samples_is_0_of_disjoint_ones_1_and_of_empty_ones_as_asked) {
  Problem p = make(2, 300, 0.5, 3);
  p.shares[1] = p.shares[0];
  p.shares.resize(5, std::vector<double>(300, 0.0));
  for (std::size_t f = 0; f < 300; ++f) p.shares[2][f] = p.shares[0][f] == 0 ? 0.25 : 0;
  for (const auto element : {Element::powered32, Element::powered64}) {
    const auto found = values_of<2>(GeneralizedUnifrac{.empty = 7}, pack(p, element, 0.3));
    EXPECT_EQ(found[0].value, 0);  // 0, 1
    EXPECT_EQ(found[1].value, 1);  // 0, 2
    EXPECT_EQ(found[2].value, 1);  // 0, 3: empty
    EXPECT_EQ(found[9].value, 7);  // 3, 4: both empty
  }
}

TEST(PoweredVectors, refuse_exponents_weights_and_values_out_of_range) {
  const auto failure = [](auto action) { return encke::test::error_of(action).failure(); };
  const auto make_with = [](double weight, double exponent) {
    return encke::pack::powered_profiles(Element::powered32, 1, std::vector{weight}, exponent);
  };
  const auto inconsistent = encke::Failure::inconsistent;
  EXPECT_EQ(failure([&] { make_with(1, -0.1); }), inconsistent);
  EXPECT_EQ(failure([&] { make_with(1, 1.1); }), inconsistent);
  EXPECT_EQ(failure([&] { make_with(1, NAN); }), inconsistent);
  EXPECT_EQ(failure([&] { make_with(0, 0.5); }), inconsistent);
  EXPECT_EQ(failure([&] { make_with(-1, 0.5); }), inconsistent);
  EXPECT_EQ(failure([&] { make_with(INFINITY, 0.5); }), inconsistent);
  for (const double value : {-1.0, 1e-35, 1e35, static_cast<double>(NAN)}) {
    auto v = make_with(1, 0.5);
    EXPECT_EQ(failure([&] { encke::pack::set_powered(v, 0, std::vector<double>{value}); }),
              inconsistent);
    EXPECT_EQ(v.sum(0), 0);
  }
}

}  // namespace
}  // namespace powered_test
