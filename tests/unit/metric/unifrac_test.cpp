#include <gtest/gtest.h>

#include <cmath>
#include <encke/metric/unifrac.hpp>
#include <random>

#include "support/genotypes.hpp"
#include "support/values.hpp"
#include "support/weighted.hpp"

namespace {

using encke::Element;
using encke::UnweightedUnifrac;
using encke::WeightedUnifrac;
using encke::test::pack;
using encke::test::values_of;

using Rows = std::vector<std::vector<double>>;

/// The sums of the definitions, branch by branch.
struct Sums {
  double apart = 0;   ///< l |u - v|
  double both = 0;    ///< l (u + v)
  double either = 0;  ///< l [u or v]
};

Sums sums_of(const std::vector<double>& lengths, const std::vector<double>& u,
             const std::vector<double>& v) {
  Sums s;
  for (std::size_t b = 0; b < lengths.size(); ++b) {
    s.apart += lengths[b] * std::fabs(u[b] - v[b]);
    s.both += lengths[b] * (u[b] + v[b]);
    s.either += u[b] > 0 || v[b] > 0 ? lengths[b] : 0;
  }
  return s;
}

Rows times(const Rows& rows, const std::vector<double>& lengths) {
  Rows out = rows;
  for (auto& row : out) {
    for (std::size_t b = 0; b < row.size(); ++b) row[b] *= lengths[b];
  }
  return out;
}

std::vector<double> reals(const std::vector<std::uint8_t>& bits) {
  return {bits.begin(), bits.end()};
}

TEST(Unifrac, equals_the_sums_of_its_definition) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> uniform;
  for (int repeat = 0; repeat < 50; ++repeat) {
    const std::size_t branches = 1 + static_cast<std::size_t>(repeat * 37 % 600);
    std::vector<double> lengths(branches);
    for (double& l : lengths) l = uniform(random);
    Rows shares(6, std::vector<double>(branches));
    encke::test::WeightedRows present{lengths, {}};
    for (auto& row : shares) {
      auto& bits = present.bits.emplace_back();
      for (double& share : row) {
        share = uniform(random) < 0.4 ? uniform(random) : 0;
        bits.push_back(share > 0 ? 1 : 0);
      }
    }
    const auto fields = static_cast<encke::Index>(branches);
    const auto wide = pack(Element::float64, fields, times(shares, lengths));
    const auto set = pack(Element::weighted_bits64, present);
    const auto narrow =
        values_of<2>(UnweightedUnifrac{.empty = 0}, pack(Element::weighted_bits32, present));
    const auto unweighted = values_of<2>(UnweightedUnifrac{.empty = 0}, set);
    const auto normalized = values_of<2>(WeightedUnifrac{.empty = 0}, wide);
    const auto plain = values_of<2>(WeightedUnifrac{.normalized = false, .empty = 0}, wide);
    for (std::size_t h = 0; h < plain.size(); ++h) {
      const auto i = plain[h].index[0], j = plain[h].index[1];
      const Sums w = sums_of(lengths, shares[i], shares[j]);
      const Sums p = sums_of(lengths, reals(present.bits[i]), reals(present.bits[j]));
      ASSERT_NEAR(plain[h].value, w.apart, 1e-12);
      ASSERT_NEAR(normalized[h].value, w.both > 0 ? w.apart / w.both : 0, 1e-13);
      const double value = p.either > 0 ? p.apart / p.either : 0;
      ASSERT_NEAR(unweighted[h].value, value, 1e-13);
      ASSERT_NEAR(narrow[h].value, value, 5e-7);
    }
  }
}

TEST(Unifrac, of_equal_samples_is_exactly_0_of_disjoint_ones_1_and_of_empty_ones_as_asked) {
  Rows rows(4, std::vector<double>(1000, 0.0));
  for (std::size_t b = 0; b < 1000; ++b) {
    (b % 3 == 0 ? rows[2] : rows[0])[b] = 0.1 * static_cast<double>(b + 1);
  }
  rows[1] = rows[0];
  rows.push_back(rows[3]);
  encke::test::WeightedRows set;
  for (std::size_t b = 0; b < 1000; ++b) set.weight.push_back(0.1 * static_cast<double>(b + 1));
  for (const auto& row : rows) {
    auto& bits = set.bits.emplace_back();
    for (const double x : row) bits.push_back(x > 0 ? 1 : 0);
  }
  for (const bool narrow : {true, false}) {
    const auto u =
        values_of<2>(UnweightedUnifrac{.empty = 7},
                     pack(narrow ? Element::weighted_bits32 : Element::weighted_bits64, set));
    const auto w = values_of<2>(WeightedUnifrac{.empty = 7},
                                pack(narrow ? Element::float32 : Element::float64, 1000, rows));
    for (const auto& found : {u, w}) {
      EXPECT_EQ(found[0].value, 0);  // 0, 1
      EXPECT_EQ(found[1].value, 1);  // 0, 2
      EXPECT_EQ(found[2].value, 1);  // 0, 3: empty
      EXPECT_EQ(found[9].value, 7);  // 3, 4: both empty
    }
    const auto plain = values_of<2>(WeightedUnifrac{.normalized = false, .empty = 7},
                                    pack(narrow ? Element::float32 : Element::float64, 1000, rows));
    EXPECT_EQ(plain[9].value, 0);  // nothing is between them
  }
}

TEST(PowerSeries, is_a_power_within_its_tolerance_and_exactly_1_at_0) {
  for (int step = 0; step <= 20; ++step) {
    const double exponent = -step / 20.0;
    const auto series = encke::PowerSeries::of(exponent);
    EXPECT_EQ(series.narrow[0], 1);
    EXPECT_EQ(series.wide[0], 1);
    for (int k = 0; k <= 1000; ++k) {
      const double r = k / 1000.0;
      double narrow = 0, wide = 0;
      for (int n = encke::PowerSeries::terms32 - 1; n >= 0; --n) {
        narrow = narrow * r + static_cast<double>(series.narrow[n]);
      }
      for (int n = encke::PowerSeries::terms64 - 1; n >= 0; --n) wide = wide * r + series.wide[n];
      const double power = std::pow(1 + r, exponent);
      ASSERT_NEAR(narrow / power, 1, 4e-7) << exponent << ' ' << r;
      ASSERT_NEAR(wide / power, 1, 6e-15) << exponent << ' ' << r;
    }
  }
}

TEST(PowerSeries, has_these_bits_on_every_processor) {
  const auto series = encke::PowerSeries::of(-0.5);
  EXPECT_EQ(series.wide[1], -0x1.ffffffffffffdp-2);
  EXPECT_EQ(series.wide[5], -0x1.f7fffcf3d59cap-3);
  EXPECT_EQ(series.wide[20], 0x1.4d0d25ab0a742p-14);
}

}  // namespace
