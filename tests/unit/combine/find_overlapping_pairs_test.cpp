#include <gtest/gtest.h>

#include <cmath>
#include <encke/backend/backend.hpp>
#include <encke/combine/find_overlapping_pairs.hpp>
#include <encke/combine/floor_screens.hpp>
#include <encke/metric/builtin.hpp>
#include <random>
#include <set>

#include "support/genotypes.hpp"
#include "support/values.hpp"

// The bound by which pairs of sets are useless for triples, against the values of all triples.

namespace encke::test::find_overlapping_pairs_test {
namespace {

using Pairs = std::set<std::pair<Index, Index>>;

/// The pairs that the search keeps for Sorenson's indices above a threshold; nothing where it gives
/// up.
std::optional<Pairs> useful_pairs(const PackedVectors& sets, double threshold,
                                  PairSearch search = {.forced = true}) {
  const Plan plan{.way = 3, .threshold = above(threshold)};
  std::vector<Array<std::int64_t, 2>> margins;
  for (Index v = 0; v < sets.vectors(); ++v) margins.push_back(margin<AlleleBits>(sets, v));
  OverlapScreenMaker<Sorenson, 3> maker(Sorenson{}, margins, plan);
  const auto backend = make_backend("kokkos", {});
  const Operand block{&sets, {0, sets.vectors()}, 0};
  const auto found = find_overlapping_pairs(
      {maker.overlaps(), sets.vectors(), sets.fields()}, backend->workers(), Communicator(),
      [&](TallyVisitor& visitor) {
        backend->contract(Array<Operand, 2>{{block, block}}, nullptr, visitor);
      },
      search);
  if (!found) return std::nullopt;
  Pairs pairs;
  for (Index i = 0; i < sets.vectors(); ++i) {
    for (const std::uint32_t j : found->later(i, {0, sets.vectors()})) pairs.emplace(i, j);
  }
  EXPECT_EQ(static_cast<Index>(pairs.size()), found->size());
  return pairs;
}

/// Two sets of which `shared` members are in both, and their union.
PackedVectors with_their_union(Index first, Index second, Index shared) {
  Genotypes g(3, first + second - shared + 5);
  for (Index f = 0; f < first + second - shared; ++f) {
    g.at(0, f) = f < first ? 1 : 0;
    g.at(1, f) = f >= first - shared ? 1 : 0;
    g.at(2, f) = 1;
  }
  return test::pack_bits(g);
}

TEST(FindOverlappingPairs, has_a_bound_that_the_union_reaches) {
  for (const auto& [first, second, shared] : std::vector<std::array<Index, 3>>{
           {10, 10, 5}, {30, 20, 15}, {64, 64, 63}, {7, 90, 7}, {50, 50, 1}}) {
    const PackedVectors sets = with_their_union(first, second, shared);
    const double value = test::values_of<3>(Sorenson{}, sets, test::plan_for(3)).front().value;
    const auto sizes = static_cast<double>(first + second);
    EXPECT_DOUBLE_EQ(value, 1.5 * sizes / (2 * sizes - static_cast<double>(shared)));
    const auto below = useful_pairs(sets, value * (1 - 1e-9));
    const auto beyond = useful_pairs(sets, value * (1 + 1e-4));
    ASSERT_TRUE(below && beyond);
    EXPECT_EQ(below->size(), 3U) << first << ", " << second << ", " << shared;
    EXPECT_FALSE(beyond->contains({0, 1})) << first << ", " << second << ", " << shared;
  }
}

TEST(FindOverlappingPairs, tells_a_share_of_the_sizes) {
  EXPECT_DOUBLE_EQ(least_overlap_of_pair(0.5), 0);
  EXPECT_NEAR(least_overlap_of_pair(0.6), 1.0 / 3, 1e-15);
  EXPECT_NEAR(least_overlap_of_pair(2.0 / 3), 0.5, 1e-15);  // a value of 1: of equal sets
}

/// Sets that resemble a few; some are empty.
Genotypes related(Index vectors, Index fields, std::uint64_t seed) {
  Genotypes g = test::random_genotypes(vectors, fields, 0, seed);
  std::mt19937_64 random(seed);
  for (Index v = 0; v < vectors; ++v) {
    for (Index f = 0; f < fields; ++f) {
      if (v > 3 && random() % 8 != 0) g.at(v, f) = g.at(v % 3, f);
      if (v % 9 == 7) g.at(v, f) = 0;
    }
  }
  return g;
}

TEST(FindOverlappingPairs, finds_all_pairs_of_hits) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    for (const Index fields : {3, 64, 100}) {
      const PackedVectors sets = test::pack_bits(related(24, fields, seed));
      const auto values = test::values_of<3>(Sorenson{.empty = 1}, sets, test::plan_for(3));
      for (const double threshold : {0.76, 0.8, 0.85, 0.9, 0.97}) {
        const auto useful = useful_pairs(sets, threshold);
        ASSERT_TRUE(useful);
        for (const auto& hit : values) {
          if (!(hit.value > threshold)) continue;
          const auto& [i, j, k] = hit.index.items;
          EXPECT_TRUE(useful->contains({i, j}) && useful->contains({i, k}) &&
                      useful->contains({j, k}))
              << i << ", " << j << ", " << k << " has " << hit.value << " above " << threshold;
        }
      }
    }
  }
}

TEST(FindOverlappingPairs, gives_up_where_lists_do_not_pay) {
  const PackedVectors sets = test::pack_bits(related(240, 64, 3));
  const PackedVectors few = test::pack_bits(related(190, 64, 3));
  EXPECT_FALSE(useful_pairs(sets, 0.74));  // a pair that shares nothing may be in such a triple
  EXPECT_FALSE(useful_pairs(sets, 0.76, {}));
  EXPECT_TRUE(useful_pairs(sets, 0.97, {}));
  EXPECT_FALSE(useful_pairs(few, 0.97, {}));
  const Index pairs = static_cast<Index>(useful_pairs(sets, 0.97)->size());
  EXPECT_GT(pairs, 0);
  EXPECT_FALSE(useful_pairs(sets, 0.97, {.most_pairs = pairs - 1, .forced = true}));
  EXPECT_TRUE(useful_pairs(sets, 0.97, {.most_pairs = pairs, .forced = true}));
}

}  // namespace
}  // namespace encke::test::find_overlapping_pairs_test
