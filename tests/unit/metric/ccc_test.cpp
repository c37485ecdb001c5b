#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <encke/metric/ccc.hpp>

#include "support/definitions.hpp"

namespace encke::test::ccc_test {
namespace {

using encke::AlleleCounts;
using encke::Array;
using encke::Ccc;
using encke::Evidence;
using encke::Index;
using encke::ipow;
using encke::test::evidence;
using encke::test::Genotypes;
using encke::test::random_genotypes;

Genotypes genotypes(std::initializer_list<std::initializer_list<int>> rows) {
  Genotypes g(static_cast<Index>(rows.size()), static_cast<Index>(rows.begin()->size()));
  std::size_t at = 0;
  for (const auto& row : rows) {
    for (const int x : row) g.values[at++] = static_cast<std::uint8_t>(x);
  }
  return g;
}

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

TEST(Ccc, of_two_vectors_worked_out_by_hand) {
  // copies of allele 1: i = 0 1 2 2, j = 0 1 1 2; of allele 0: i = 2 1 0 0, j = 2 1 1 0
  // joint: 00 4+1 = 5, 01 0+1 = 1, 10 0+1+2 = 3, 11 1+2+4 = 7, together 4 * 4
  // single: f_i = 3/8, 5/8; f_j = 4/8, 4/8
  const auto seen = evidence<2>(genotypes({{0, 1, 2, 2}, {0, 1, 1, 2}}), {{0, 1}});
  EXPECT_EQ(seen.joint, (Array<std::int64_t, 4>{{5, 1, 3, 7}}));
  const double fi[] = {1 - 2. / 3 * 3 / 8, 1 - 2. / 3 * 5 / 8};
  const double fj = 1 - 2. / 3 / 2;
  EXPECT_DOUBLE_EQ(Ccc{}.value<2>(seen, 0), 4.5 * 5 / 16 * fi[0] * fj);
  EXPECT_DOUBLE_EQ(Ccc{}.value<2>(seen, 1), 4.5 * 1 / 16 * fi[0] * fj);
  EXPECT_DOUBLE_EQ(Ccc{}.value<2>(seen, 2), 4.5 * 3 / 16 * fi[1] * fj);
  EXPECT_DOUBLE_EQ(Ccc{}.value<2>(seen, 3), 4.5 * 7 / 16 * fi[1] * fj);
}

TEST(Ccc, of_two_vectors_leaves_missing_samples_out_of_each_frequency) {
  // present together: samples 1 and 3 of i = 2 3 0 1, j = 1 2 3 0 are 2,1 and 1,0 (0 and 3)
  const auto g = genotypes({{2, 3, 0, 1}, {1, 2, 3, 0}});
  const auto seen = evidence<2>(g, {{0, 1}});
  EXPECT_EQ(seen.joint, (Array<std::int64_t, 4>{{2, 0, 4, 2}}));
  EXPECT_EQ(seen.margin[0], (Array<std::int64_t, 2>{{3, 3}}));
  EXPECT_EQ(seen.margin[1], (Array<std::int64_t, 2>{{3, 3}}));
  const double half = 1 - 2. / 3 / 2;
  EXPECT_DOUBLE_EQ(Ccc{}.value<2>(seen, 2), 4.5 * 4 / 8 * half * half);
}

TEST(Ccc, of_three_vectors_worked_out_by_hand) {
  const auto g = genotypes({{2, 2, 1, 0}, {2, 1, 1, 0}, {2, 2, 0, 1}});
  const auto seen = evidence<3>(g, {{0, 1, 2}});
  // allele 1 of all: 2*2*2 + 2*1*2 = 12 of 8 * 4; f = 5/8, 4/8, 5/8
  EXPECT_EQ(seen.joint[7], 12);
  const double p = 2. / 3;
  EXPECT_DOUBLE_EQ(Ccc{}.value<3>(seen, 7),
                   4.5 * 12 / 32 * (1 - p * 5 / 8) * (1 - p * 4 / 8) * (1 - p * 5 / 8));
  // allele 0 of all: only the last sample: 2*2*1 = 4, and sample 3: 1*1*2 = 2
  EXPECT_EQ(seen.joint[0], 6);
  EXPECT_DOUBLE_EQ(Ccc{}.value<3>(seen, 0),
                   4.5 * 6 / 32 * (1 - p * 3 / 8) * (1 - p * 4 / 8) * (1 - p * 3 / 8));
}

TEST(Ccc, of_balanced_equal_vectors_is_largest) {
  const auto pair = evidence<2>(genotypes({{0, 2}, {0, 2}}), {{0, 1}});
  EXPECT_DOUBLE_EQ(Ccc{}.value<2>(pair, 0), 1);
  EXPECT_DOUBLE_EQ(Ccc{}.value<2>(pair, 3), 1);
  EXPECT_EQ(Ccc{}.value<2>(pair, 1), 0);
}

TEST(Ccc, is_zero_where_no_sample_is_present_together) {
  const Ccc metric;
  const auto apart = evidence<2>(genotypes({{2, 3}, {3, 2}}), {{0, 1}});
  const auto none = evidence<2>(genotypes({{3, 3}, {0, 2}}), {{0, 1}});
  const auto triple = evidence<3>(genotypes({{2, 3, 1}, {2, 1, 3}, {3, 2, 1}}), {{0, 1, 2}});
  for (int cell = 0; cell < 4; ++cell) {
    EXPECT_EQ(bits(metric.value<2>(apart, cell)), bits(0.0));
    EXPECT_EQ(bits(metric.value<2>(none, cell)), bits(0.0));
    EXPECT_EQ(bits((Ccc{.missing = false}).value<2>(none, cell)), bits(0.0));
  }
  for (int cell = 0; cell < 8; ++cell) EXPECT_EQ(bits(metric.value<3>(triple, cell)), bits(0.0));
}

TEST(Ccc, is_not_negative_at_the_largest_gamma) {
  const Ccc metric{.gamma = 1};
  for (Index fields = 1; fields < 300; ++fields) {
    Genotypes g(3, fields);  // one has allele 1 alone, two have both
    for (Index f = 0; f < fields; ++f) {
      g.values[static_cast<std::size_t>(f)] = 2;
      g.values[static_cast<std::size_t>(fields + f)] = static_cast<std::uint8_t>(f % 3);
      g.values[static_cast<std::size_t>(2 * fields + f)] =
          static_cast<std::uint8_t>(f % 4);  // missing too
    }
    for (const auto& [i, j] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
      const auto seen = evidence<2>(g, {{i, j}});
      for (int cell = 0; cell < 4; ++cell) ASSERT_GE(metric.value<2>(seen, cell), 0) << fields;
    }
    const auto triple = evidence<3>(g, {{0, 1, 2}});
    for (int cell = 0; cell < 8; ++cell) ASSERT_GE(metric.value<3>(triple, cell), 0) << fields;
  }
}

TEST(Ccc, takes_multiplier_and_gamma) {
  const auto g = random_genotypes(3, 200, 0.1, 1);
  for (const Ccc metric : {Ccc{1, 0.5}, Ccc{4.5, 0}, Ccc{2, 1}, Ccc{0, 0.5}}) {
    for (int cell = 0; cell < 8; ++cell) {
      const auto pair = evidence<2>(g, {{0, 1}});
      if (cell < 4) {
        EXPECT_NEAR(metric.value<2>(pair, cell),
                    (encke::test::ccc<2>(g, {{0, 1}}, cell, metric.multiplier, metric.gamma)),
                    1e-14);
      }
      EXPECT_NEAR((metric.value<3>(evidence<3>(g, {{0, 1, 2}}), cell)),
                  (encke::test::ccc<3>(g, {{0, 1, 2}}, cell, metric.multiplier, metric.gamma)),
                  1e-14);
    }
  }
}

template <int Way>
void check_random(std::uint64_t seed) {
  const Index fields = 1 + static_cast<Index>(seed % 90);
  const auto g = random_genotypes(Way, fields, seed % 3 == 0 ? 0.0 : 0.2, seed);
  Array<Index, Way> index;
  for (int v = 0; v < Way; ++v) index[v] = v;
  const auto seen = evidence<Way>(g, index);
  const Ccc metric;
  for (int cell = 0; cell < ipow(2, Way); ++cell) {
    const double value = metric.value<Way>(seen, cell);
    ASSERT_GE(value, 0);
    ASSERT_LE(value, metric.multiplier);
    const double defined = encke::test::ccc<Way>(g, index, cell);
    ASSERT_NEAR(value, defined, 4e-15 * std::max(defined, 1e-300)) << "seed " << seed;
    if (seed % 3 != 0) continue;
    const double dense = (Ccc{.missing = false}).value<Way>(seen, cell);
    ASSERT_NEAR(value, dense, 2e-15 * value) << "seed " << seed;
  }
}

TEST(Ccc, agrees_with_the_definition_whether_or_not_samples_are_missing) {
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    check_random<2>(seed);
    check_random<3>(seed);
  }
}

/// A cell of vectors in another order.
template <int Way>
int permuted(int cell, const Array<Index, Way>& order) {
  int out = 0;
  for (int v = 0; v < Way; ++v) {
    out = 2 * out + encke::test::allele_of(Way, cell, static_cast<int>(order[v]));
  }
  return out;
}

template <int Way>
void check_symmetry(std::uint64_t seed) {
  const auto g = random_genotypes(Way, 1 + static_cast<Index>(seed % 200), 0.15, seed);
  Array<Index, Way> order;
  for (int v = 0; v < Way; ++v) order[v] = v;
  const auto seen = evidence<Way>(g, order);
  while (std::next_permutation(order.begin(), order.end())) {
    const auto other = evidence<Way>(g, order);
    for (int cell = 0; cell < ipow(2, Way); ++cell) {
      const int moved = permuted<Way>(cell, order);
      ASSERT_EQ(bits(Ccc{}.value<Way>(other, moved)), bits(Ccc{}.value<Way>(seen, cell)));
      const Ccc dense{.missing = false};
      if (g.values.end() != std::find(g.values.begin(), g.values.end(), 3)) continue;
      ASSERT_EQ(bits(dense.value<Way>(other, moved)), bits(dense.value<Way>(seen, cell)));
    }
  }
}

TEST(Ccc, is_the_same_to_the_bit_in_any_order_of_the_vectors) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) check_symmetry<2>(seed);
  for (std::uint64_t seed = 0; seed < 400; ++seed) check_symmetry<3>(seed);
}

template <int Way>
void check_bound(const Ccc& metric, std::uint64_t seed) {
  const double rate = metric.missing ? 0.2 : 0;
  const auto g = random_genotypes(Way, 1 + static_cast<Index>(seed % 120), rate, seed);
  Array<Index, Way> index;
  for (int v = 0; v < Way; ++v) index[v] = v;
  const auto seen = evidence<Way>(g, index);
  std::int64_t sum = 0;
  for (const auto count : seen.joint) sum += count;
  for (int cell = 0; cell < ipow(2, Way); ++cell) {
    double bound = sum == 0 ? 0
                            : metric.limit() * static_cast<double>(seen.joint[cell]) /
                                  static_cast<double>(sum);
    for (int v = 0; v < Way; ++v) {
      const double weight = metric.weight(seen.margin[v], encke::test::allele_of(Way, cell, v));
      ASSERT_GE(weight, 0);
      bound *= weight;
    }
    ASSERT_LE(metric.value<Way>(seen, cell), bound * (1 + 1e-6) + 1e-15 * metric.limit());
  }
}

TEST(Ccc, keeps_the_promise_of_its_screen) {
  for (const Ccc metric : {Ccc{}, Ccc{1, 1}, Ccc{4.5, 0}, Ccc{2, 0.9, false}}) {
    ASSERT_TRUE(metric.bounded());
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
      check_bound<2>(metric, seed);
      check_bound<3>(metric, seed);
    }
  }
}

TEST(Ccc, promises_no_screen_where_weights_could_be_negative) {
  EXPECT_FALSE((Ccc{4.5, 1.01}).bounded());
  EXPECT_FALSE((Ccc{4.5, -0.1}).bounded());
  EXPECT_FALSE((Ccc{-1, 0.5}).bounded());
}

}  // namespace
}  // namespace encke::test::ccc_test
