#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <encke/metric/sets/cosine.hpp>
#include <encke/metric/sets/duo.hpp>
#include <encke/metric/sets/jaccard.hpp>
#include <encke/metric/sets/sorenson.hpp>

#include "support/definitions.hpp"

namespace encke::test::bits_test {
namespace {

using encke::AlleleBits;
using encke::Array;
using encke::Duo;
using encke::Evidence;
using encke::Index;
using encke::ipow;
using encke::Sorenson;
using encke::test::bit_of;
using encke::test::Genotypes;
using encke::test::random_genotypes;

/// Samples that are present in all of some vectors and have the bits of a cell.
std::int64_t samples(const Genotypes& g, const std::vector<Index>& vectors, int cell) {
  const int way = static_cast<int>(vectors.size());
  std::int64_t count = 0;
  for (Index f = 0; f < g.fields; ++f) {
    bool all = true;
    for (int v = 0; v < way; ++v) {
      all = all && bit_of(g.at(vectors[static_cast<std::size_t>(v)], f)) ==
                       encke::test::allele_of(way, cell, v);
    }
    count += all ? 1 : 0;
  }
  return count;
}

template <int Way>
Evidence<AlleleBits, Way> evidence_of_bits(const Genotypes& g, const Array<Index, Way>& index) {
  Evidence<AlleleBits, Way> seen;
  for (int c = 0; c < ipow(2, Way); ++c) {
    seen.joint[c] = samples(g, {index.begin(), index.end()}, c);
  }
  for (int v = 0; v < Way; ++v) {
    for (int b = 0; b < 2; ++b) seen.margin[v][b] = samples(g, {index[v]}, b);
  }
  if constexpr (Way == 3) {
    for (int c = 0; c < 4; ++c) {
      seen.pair[0][c] = samples(g, {index[0], index[1]}, c);
      seen.pair[1][c] = samples(g, {index[0], index[2]}, c);
      seen.pair[2][c] = samples(g, {index[1], index[2]}, c);
    }
  }
  return seen;
}

Genotypes bits(std::initializer_list<std::initializer_list<int>> rows) {
  Genotypes g(static_cast<Index>(rows.size()), static_cast<Index>(rows.begin()->size()));
  std::size_t at = 0;
  for (const auto& row : rows) {
    for (const int x : row) g.values[at++] = static_cast<std::uint8_t>(x);
  }
  return g;
}

/// k f(bits) prod (1 - gamma f(bit)) in long double, from the counts.
template <int Way>
double duo(const Evidence<AlleleBits, Way>& seen, int cell, long double k, long double gamma) {
  std::int64_t total = 0;
  for (const auto count : seen.joint) total += count;
  if (total == 0) return 0;
  long double value = k * static_cast<long double>(seen.joint[cell]) / total;
  for (int v = 0; v < Way; ++v) {
    const auto& s = seen.margin[v];
    value *= 1 - gamma * s[encke::test::allele_of(Way, cell, v)] / (s[0] + s[1]);
  }
  return static_cast<double>(value);
}

std::uint64_t bits_of(double x) { return std::bit_cast<std::uint64_t>(x); }

TEST(Duo, of_two_vectors_worked_out_by_hand) {
  // i = 1 1 0 0, j = 1 0 0 0: together 00 in 2 of 4, 10 in 1, 11 in 1; f_i(1) = 1/2, f_j(1) = 1/4
  const auto seen = evidence_of_bits<2>(bits({{1, 1, 0, 0}, {1, 0, 0, 0}}), {{0, 1}});
  EXPECT_EQ(seen.joint, (Array<std::int64_t, 4>{{2, 0, 1, 1}}));
  EXPECT_DOUBLE_EQ(Duo{}.value<2>(seen, 0), 4 * 0.5 * (1 - 2. / 3 / 2) * (1 - 2. / 3 * 3 / 4));
  EXPECT_EQ(Duo{}.value<2>(seen, 1), 0);
  EXPECT_DOUBLE_EQ(Duo{}.value<2>(seen, 3), 4 * 0.25 * (1 - 2. / 3 / 2) * (1 - 2. / 3 / 4));
}

TEST(Duo, is_zero_where_no_sample_is_present_together) {
  const auto seen = evidence_of_bits<2>(bits({{1, 3, 0, 3}, {3, 1, 3, 0}}), {{0, 1}});
  for (int cell = 0; cell < 4; ++cell) EXPECT_EQ(bits_of(Duo{}.value<2>(seen, cell)), 0U);
}

template <int Way>
void check_duo(std::uint64_t seed) {
  const bool complete = seed % 3 == 0;
  const auto g = random_genotypes(Way, 1 + static_cast<Index>(seed % 90), complete ? 0 : 0.2, seed);
  Array<Index, Way> order;
  for (int v = 0; v < Way; ++v) order[v] = v;
  const auto seen = evidence_of_bits<Way>(g, order);
  const Duo metric{2, 0.5};
  for (int cell = 0; cell < ipow(2, Way); ++cell) {
    const double defined = duo<Way>(seen, cell, 2, 0.5);
    ASSERT_NEAR(metric.value<Way>(seen, cell), defined, 4e-15 * std::max(defined, 1e-300));
    if (complete) {
      ASSERT_NEAR((Duo{2, 0.5, false}).value<Way>(seen, cell), defined, 4e-15);
    }
  }
  const auto value = Duo{}.value<Way>(seen, 1);  // the last vector's bit 1
  while (std::next_permutation(order.begin(), order.end())) {
    int cell = 0;
    for (int v = 0; v < Way; ++v) cell = 2 * cell + (order[v] == Way - 1 ? 1 : 0);
    ASSERT_EQ(bits_of(Duo{}.value<Way>(evidence_of_bits<Way>(g, order), cell)), bits_of(value));
  }
}

TEST(Duo, agrees_with_the_definition_in_any_order_of_the_vectors) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    check_duo<2>(seed);
    check_duo<3>(seed);
  }
}

TEST(Sorenson, of_two_and_three_vectors_worked_out_by_hand) {
  const auto g = bits({{1, 1, 0, 1, 0}, {1, 0, 1, 1, 0}, {1, 1, 1, 0, 0}});
  EXPECT_DOUBLE_EQ(Sorenson{}.value<2>(evidence_of_bits<2>(g, {{0, 1}}), 0), 2 * 2 / 6.);
  // each pair shares 2, all three share 1
  EXPECT_DOUBLE_EQ((Sorenson{}.value<3>(evidence_of_bits<3>(g, {{0, 1, 2}}), 0)),
                   1.5 * (6 - 1) / 9);
}

TEST(SetSimilarities, of_two_sets_worked_out_by_hand) {
  // 2 in common of 3 and 4
  const auto seen = evidence_of_bits<2>(bits({{1, 1, 1, 0, 0, 0}, {0, 1, 1, 1, 1, 0}}), {{0, 1}});
  EXPECT_EQ(encke::Jaccard{}.value<2>(seen, 0), 2 / 5.);
  EXPECT_EQ(encke::Jaccard{.distance = true}.value<2>(seen, 0), 3 / 5.);
  EXPECT_EQ(encke::Cosine{}.value<2>(seen, 0), 2 / std::sqrt(12.));
  EXPECT_EQ(encke::Cosine{.distance = true}.value<2>(seen, 0), 1 - 2 / std::sqrt(12.));
  EXPECT_EQ(Sorenson{.distance = true}.value<2>(seen, 0), 3 / 7.);
}

TEST(SetSimilarities, of_equal_disjoint_and_empty_sets) {
  const auto g = bits({{1, 1, 0}, {1, 1, 0}, {0, 0, 1}, {0, 0, 0}, {0, 0, 0}});
  const auto value = [&](const auto& metric, Index a, Index b) {
    return metric.template value<2>(evidence_of_bits<2>(g, {{a, b}}), 0);
  };
  EXPECT_EQ(value(encke::Jaccard{}, 0, 1), 1);
  EXPECT_EQ(value(encke::Cosine{}, 0, 1), 1);
  EXPECT_EQ(value(encke::Jaccard{.distance = true}, 0, 1), 0);
  EXPECT_EQ(value(encke::Cosine{.distance = true}, 0, 1), 0);
  EXPECT_EQ(value(encke::Jaccard{}, 0, 2), 0);
  EXPECT_EQ(value(encke::Cosine{.distance = true}, 0, 2), 1);
  EXPECT_EQ(value(encke::Jaccard{}, 0, 3), 0);
  EXPECT_EQ(value(encke::Cosine{}, 0, 3), 0);
  EXPECT_TRUE(std::isnan(value(encke::Jaccard{}, 3, 4)));
  EXPECT_TRUE(std::isnan(value(encke::Cosine{.distance = true}, 3, 4)));
  EXPECT_EQ(value(encke::Cosine{.empty = 1}, 3, 4), 1);
}

TEST(SetSimilarities, are_rounded_once_whatever_the_sizes) {
  Evidence<AlleleBits, 2> seen;
  for (std::int64_t a = 1; a < 60; ++a) {
    for (std::int64_t b = 1; b < 60; ++b) {
      for (std::int64_t c = 0; c <= std::min(a, b); ++c) {
        seen.joint[3] = c;
        seen.margin[0][1] = a;
        seen.margin[1][1] = b;
        const auto all = static_cast<long double>(a + b - c);
        ASSERT_EQ(encke::Jaccard{}.value<2>(seen, 0),
                  static_cast<double>(static_cast<long double>(c) / all));
        const double cosine = encke::Cosine{}.value<2>(seen, 0);
        ASSERT_LE(cosine, 1);
        ASSERT_EQ(cosine == 1, c == a && c == b);
        // what their screens promise
        const double share = static_cast<double>(c) / static_cast<double>(a + b);
        ASSERT_GE(share * (1 + 1e-6), encke::Cosine::overlap_share(cosine));
        ASSERT_GE(share * (1 + 1e-6),
                  encke::Jaccard::overlap_share(encke::Jaccard{}.value<2>(seen, 0)));
      }
    }
  }
}

TEST(Sorenson, of_empty_vectors_is_what_it_was_told) {
  const auto g = bits({{0, 0}, {0, 0}, {1, 0}});
  EXPECT_TRUE(std::isnan(Sorenson{}.value<2>(evidence_of_bits<2>(g, {{0, 1}}), 0)));
  EXPECT_EQ(Sorenson{.empty = 1}.value<2>(evidence_of_bits<2>(g, {{0, 1}}), 0), 1);
  EXPECT_EQ(Sorenson{}.value<2>(evidence_of_bits<2>(g, {{0, 2}}), 0), 0);
}

}  // namespace
}  // namespace encke::test::bits_test
