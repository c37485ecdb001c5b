#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <encke/screen/score_terms.hpp>
#include <random>
#include <vector>

namespace encke {

using Four = float __attribute__((vector_size(16)));

template <>
struct score_terms::Lanes<Four> {
  using Int = std::int32_t __attribute__((vector_size(16)));
  using Word = std::uint32_t __attribute__((vector_size(16)));
  static void to_float(const Int& from, Four& to) { to = __builtin_convertvector(from, Four); }
  static void reciprocal(const Four& x, Four& out) { out = 1.0F / x; }
  static void multiply_add(const Four& a, const Four& b, const Four& c, Four& out) {
    out = a * b + c;
  }
};

namespace {

float ln(float x) {
  float out;
  score_terms::logarithm(x, out);
  return out;
}

TEST(ScoreTerms, logarithm_is_off_by_no_more_than_it_promises) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-99, 99);
  for (int i = 0; i < 200000; ++i) {
    const auto x =
        static_cast<float>(std::exp2(i < 100000 ? exponent(random) : exponent(random) / 99));
    const double expected = std::log(static_cast<double>(x));
    ASSERT_NEAR(ln(x), expected, 4e-7 * std::max(1.0, std::abs(expected))) << x;
  }
  EXPECT_EQ(ln(1), 0);
}

std::uint32_t bits_of(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

/// All terms of a cell with counts a and b, one after the other.
template <class Float>
std::vector<Float> terms_of(const Float& a, const Float& b, const Float& share) {
  std::vector<Float> all(8);
  score_terms::logarithm(a, all[0]);
  score_terms::information(a, b, all[1]);
  score_terms::k2_of_cell(a, b, all[2], all[3]);
  score_terms::add_excess(a, b, share, all[4]);
  all[5] = all[6] = Float{} + 1.0F;
  score_terms::multiply_by_size(a, b, all[5], all[6]);
  score_terms::RatioBound(3, 5).add(a, b, all[7]);
  return all;
}

/// Each lane of a vector type has the bits of the number alone; also where counts are 0.
TEST(ScoreTerms, are_the_same_bits_in_each_lane) {
  std::mt19937_64 random(2);
  const auto count = [&] { return static_cast<float>(random() >> (44 + random() % 20)); };
  for (int i = 0; i < 20000; ++i) {
    Four a, b, share;
    for (int lane = 0; lane < 4; ++lane) {
      a[lane] = count();
      b[lane] = count();
      share[lane] = static_cast<float>(random() % 1000) / 1000;
    }
    const auto of_lanes = terms_of(a, b, share);
    for (int lane = 0; lane < 4; ++lane) {
      const auto alone = terms_of<float>(a[lane], b[lane], share[lane]);
      for (std::size_t t = 0; t < alone.size(); ++t) {
        ASSERT_EQ(bits_of(of_lanes[t][lane]), bits_of(alone[t]))
            << "term " << t << " of " << a[lane] << " and " << b[lane];
      }
    }
  }
}

TEST(ScoreTerms, are_near_to_their_definitions) {
  for (const double a : {0.0, 1.0, 2.0, 37.0, 1000.0, 123456.0}) {
    for (const double b : {0.0, 1.0, 5.0, 999.0, 65536.0}) {
      const double r = a + b;
      const auto term = terms_of(static_cast<float>(a), static_cast<float>(b), 0.25F);
      const auto x_ln = [](double x, double y) { return x > 0 ? x * std::log(x / y) : 0; };
      EXPECT_NEAR(term[1], x_ln(a, r) + x_ln(b, r), 1e-6 * (r + 1));
      const double k2 = std::lgamma(r + 2) - std::lgamma(a + 1) - std::lgamma(b + 1);
      EXPECT_NEAR(term[2] + term[3], k2, 2.0 / 360 + 2e-6 * (r + 1));
      const double over = b - r / 4;
      EXPECT_NEAR(term[4], r > 0 ? over * over / r : 0, 1e-6 * (r + 1));
      const double size = r > 0 ? (r + 1) * (r + 1) / (2 * r) : 1;
      EXPECT_NEAR(term[5] / term[6], size, 1e-6 * size);
    }
  }
}

/// 2 sum of a ln(a / (r q)) + b ln(b / (r p)) over three cells.
double likelihood_ratio(const float (&a)[3], const float (&b)[3]) {
  double all[2] = {};
  for (int i = 0; i < 3; ++i) {
    all[0] += static_cast<double>(a[i]);
    all[1] += static_cast<double>(b[i]);
  }
  const auto term = [&](double count, double cell, double of_class) {
    return count > 0 ? count * std::log(count / cell * (all[0] + all[1]) / of_class) : 0;
  };
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    const double cell = static_cast<double>(a[i]) + static_cast<double>(b[i]);
    sum += term(static_cast<double>(a[i]), cell, all[0]);
    sum += term(static_cast<double>(b[i]), cell, all[1]);
  }
  return 2 * sum;
}

/// Tables of a few to many samples, with empty cells and classes that are nearly empty.
TEST(ScoreTerms, the_bound_of_the_ratio_is_never_below_it) {
  std::mt19937_64 random(3);
  int near = 0, tables = 0;
  for (int i = 0; i < 200000; ++i) {
    const auto most = std::uint64_t{1} << (1 + random() % 12);
    const auto share = static_cast<double>(random() % 1001) / 1000;
    float a[3], b[3];
    double fields = 0;
    for (int cell = 0; cell < 3; ++cell) {
      const std::uint64_t r = random() % 4 == 0 ? random() % 3 : random() % most;
      std::binomial_distribution<std::uint64_t> cases(r, share);
      const std::uint64_t count = random() % 50 == 0 ? r : cases(random);
      b[cell] = static_cast<float>(count);
      a[cell] = static_cast<float>(r - count);
      fields += static_cast<double>(r);
    }
    const auto bound_of = [&](double controls, double cases) {
      for (int cell = 0; cell < 3; ++cell) {
        controls += static_cast<double>(a[cell]);
        cases += static_cast<double>(b[cell]);
      }
      float bound = 0;
      const score_terms::RatioBound stratum(controls, cases);
      for (int cell = 0; cell < 3; ++cell) stratum.add(a[cell], b[cell], bound);
      return static_cast<double>(bound);
    };
    const double exact = likelihood_ratio(a, b);
    const double found = bound_of(0, 0);
    const double least = exact * (1 - 1e-3) - 2e-6 * fields * (1 + exact);
    ASSERT_GE(found, least) << fields;
    // of some of the samples with the row's genotype
    ASSERT_GE(bound_of(static_cast<double>(random() % 50), static_cast<double>(random() % 50)),
              least)
        << fields;
    if (most < 256 || share < 0.2 || share > 0.8 || exact > 30) continue;
    ++tables;
    near += found < 1.2 * exact + 0.5 ? 1 : 0;
  }
  EXPECT_GT(near, tables / 2) << tables;  // a bound that says nothing would pass what is above
}

}  // namespace
}  // namespace encke
