// Adjusted sums: every level against the definition, and variance-adjusted UniFrac against its own.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <encke/metric/unifrac.hpp>
#include <encke/pack/packers.hpp>
#include <random>

#include "support/values.hpp"

namespace {

using encke::AdjustedUnifrac;
using encke::Element;
using encke::Index;
using encke::PackedVectors;
using encke::test::engines;
using encke::test::engines_to_compare;
using encke::test::plan_for;
using encke::test::values_of;

/// Branches with a length each, and counts of samples below them.
struct Branches {
  std::vector<double> length;
  std::vector<std::vector<double>> counts;
  std::vector<double> total;

  double share(std::size_t sample, std::size_t branch) const {
    return total[sample] > 0 ? counts[sample][branch] / total[sample] : 0;
  }
};

Branches make(Index samples, Index branches, double present, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform;
  Branches all;
  for (Index b = 0; b < branches; ++b) all.length.push_back(std::exp(-6 * uniform(random)));
  for (Index s = 0; s < samples; ++s) {
    auto& row = all.counts.emplace_back();
    double most = 0;
    for (Index b = 0; b < branches; ++b) {
      row.push_back(uniform(random) < present ? 1 + std::floor(900 * uniform(random)) : 0.0);
      most = std::max(most, row.back());
    }
    all.total.push_back(most + static_cast<double>(s % 3));  // of some all is below one branch
  }
  return all;
}

PackedVectors pack(const Branches& all, Element element, AdjustedUnifrac::Of of) {
  const auto samples = static_cast<Index>(all.counts.size());
  auto packed = encke::pack::adjusted_profiles(element, samples, std::ssize(all.length));
  for (std::size_t s = 0; s < all.counts.size(); ++s) {
    std::vector<double> values;
    for (std::size_t b = 0; b < all.length.size(); ++b) {
      const double share = all.share(s, b);
      const bool presence = of == AdjustedUnifrac::Of::presence;
      values.push_back(all.length[b] * (presence && share > 0 ? 1 : share));
    }
    encke::pack::set_adjusted(packed, static_cast<Index>(s), values, all.counts[s], all.total[s]);
  }
  return packed;
}

double by_definition(const Branches& all, std::size_t i, std::size_t j, AdjustedUnifrac::Of of) {
  double apart = 0, both = 0;
  for (std::size_t b = 0; b < all.length.size(); ++b) {
    const double m = all.total[i] + all.total[j], k = all.counts[i][b] + all.counts[j][b];
    if (k == 0 || k == m) continue;
    const double weight = all.length[b] / std::sqrt(k * (m - k));
    const double u = all.share(i, b), v = all.share(j, b);
    if (of == AdjustedUnifrac::Of::presence) {
      apart += (u > 0) != (v > 0) ? weight : 0;
      both += weight;  // k > 0: one of them has something
    } else {
      apart += weight * std::fabs(u - v);
      both += weight * (u + v);
    }
  }
  return of == AdjustedUnifrac::Of::shares_unnormalized ? apart : apart / both;
}

constexpr AdjustedUnifrac::Of kinds[] = {AdjustedUnifrac::Of::presence, AdjustedUnifrac::Of::shares,
                                         AdjustedUnifrac::Of::shares_unnormalized};

TEST(AdjustedSums, have_the_same_bits_on_every_engine_at_awkward_sizes) {
  const Index sizes[][2] = {{2, 1},  {3, 255},  {5, 256},   {17, 257}, {16, 64},  {47, 33},
                            {48, 7}, {49, 513}, {17, 1000}, {9, 4097}, {193, 40}, {65, 300}};
  for (const auto element : {Element::adjusted32, Element::adjusted64}) {
    for (const auto& [samples, branches] : sizes) {
      const AdjustedUnifrac metric{.of = AdjustedUnifrac::Of::shares};
      const auto packed =
          pack(make(samples, branches, 0.4, static_cast<unsigned>(branches)), element, metric.of);
      const auto expected = values_of<2>(metric, packed, plan_for(2, engines()[0]));
      for (const auto& engine : engines_to_compare()) {
        SCOPED_TRACE(testing::Message() << engine.backend << " " << engine.level << ", " << samples
                                        << " x " << branches);
        const auto found = values_of<2>(metric, packed, plan_for(2, engine));
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

TEST(AdjustedUnifrac, is_that_of_its_definition) {
  for (const auto of : kinds) {
    for (const double present : {0.05, 0.5, 1.0}) {
      const auto all = make(12, 700, present, 5);
      const auto wide = values_of<2>(AdjustedUnifrac{.of = of}, pack(all, Element::adjusted64, of));
      const auto narrow =
          values_of<2>(AdjustedUnifrac{.of = of}, pack(all, Element::adjusted32, of));
      for (std::size_t h = 0; h < wide.size(); ++h) {
        const double value = by_definition(all, wide[h].index[0], wide[h].index[1], of);
        ASSERT_NEAR(wide[h].value, value, 1e-13);
        ASSERT_NEAR(narrow[h].value, value, 2e-6);
      }
    }
  }
}

TEST(AdjustedUnifrac, does_not_depend_on_the_order_of_the_samples) {
  auto all = make(20, 600, 0.3, 8);
  const AdjustedUnifrac metric{.of = AdjustedUnifrac::Of::shares};
  const auto before = values_of<2>(metric, pack(all, Element::adjusted32, metric.of));
  std::reverse(all.counts.begin(), all.counts.end());
  std::reverse(all.total.begin(), all.total.end());
  const auto after = values_of<2>(metric, pack(all, Element::adjusted32, metric.of));
  int same = 0;
  for (const auto& hit : before) {
    for (const auto& other : after) {
      if (other.index[0] != 19 - hit.index[1] || other.index[1] != 19 - hit.index[0]) continue;
      ASSERT_EQ(hit.value, other.value);
      ++same;
    }
  }
  EXPECT_EQ(same, 190);
}

/// Samples 0 and 1 are equal, 2 shares no branch with them, 3 and 4 are empty, 5 and 6 have all of
/// their counts below branch 0 alone.
TEST(AdjustedUnifrac, of_samples_that_nothing_tells_apart_is_0_and_of_empty_ones_as_asked) {
  Branches all = make(2, 300, 0.5, 3);
  all.counts[1] = all.counts[0];
  all.total[1] = all.total[0] = all.total[0] + 1;
  all.counts.resize(7, std::vector<double>(300, 0.0));
  all.total.resize(7, 0);
  for (std::size_t b = 0; b < 300; ++b) all.counts[2][b] = all.counts[0][b] == 0 ? 2 : 0;
  all.total[2] = 5;
  all.counts[5][0] = all.total[5] = 3;
  all.counts[6][0] = all.total[6] = 8;
  for (const auto element : {Element::adjusted32, Element::adjusted64}) {
    for (const auto of : kinds) {
      const bool plain = of == AdjustedUnifrac::Of::shares_unnormalized;
      const auto found =
          values_of<2>(AdjustedUnifrac{.of = of, .empty = 7}, pack(all, element, of));
      EXPECT_EQ(found[0].value, 0);               // 0, 1
      EXPECT_EQ(found[20].value, 0);              // 5, 6
      EXPECT_EQ(found[15].value, plain ? 0 : 7);  // 3, 4: both empty
      if (plain) continue;
      EXPECT_EQ(found[1].value, 1);   // 0, 2
      EXPECT_EQ(found[2].value, 1);   // 0, 3: empty
      EXPECT_EQ(found[16].value, 1);  // 3, 5: empty, and all below one branch
    }
  }
}

TEST(AdjustedVectors, refuse_counts_and_totals_out_of_range) {
  const auto failure = [](auto action) { return encke::test::error_of(action).failure(); };
  const auto set = [](double count, double total, Element element = Element::adjusted32) {
    auto v = encke::pack::adjusted_profiles(element, 1, 1);
    encke::pack::set_adjusted(v, 0, std::vector<double>{1}, std::vector<double>{count}, total);
  };
  const auto inconsistent = encke::Failure::inconsistent;
  EXPECT_NO_THROW(set(2, 2));
  EXPECT_EQ(failure([&] { set(3, 2); }), inconsistent);
  EXPECT_EQ(failure([&] { set(-1, 2); }), inconsistent);
  EXPECT_EQ(failure([&] { set(NAN, 2); }), inconsistent);
  EXPECT_EQ(failure([&] { set(1, NAN); }), inconsistent);
  EXPECT_EQ(failure([&] { set(1, 1e19); }), inconsistent);
  EXPECT_NO_THROW(set(1, 1e19, Element::adjusted64));
  EXPECT_EQ(failure([] { encke::pack::adjusted_profiles(Element::float32, 1, 1); }),
            encke::Failure::internal);
}

}  // namespace
