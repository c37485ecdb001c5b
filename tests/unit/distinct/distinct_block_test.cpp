#include <gtest/gtest.h>

#include <encke/distinct/distinct_block.hpp>
#include <encke/distinct/distinct_screen.hpp>
#include <encke/distinct/self_tallies.hpp>
#include <encke/pack/allele_counts.hpp>

#include "support/genotypes.hpp"

namespace {

using encke::DistinctBlock;
using encke::DistinctBlocks;
using encke::Index;
using encke::Operand;
using encke::PackedVectors;
using encke::VectorCopies;
using encke::test::Genotypes;

/// 64 vectors of which the last 16 are the first 16 once more.
PackedVectors vectors(double rate = 0.05) {
  Genotypes g = encke::test::random_genotypes(64, 100, rate, 4);
  for (Index v = 48; v < 64; ++v) {
    for (Index f = 0; f < 100; ++f) g.at(v, f) = g.at(v - 48, f);
  }
  return encke::test::pack(g);
}

std::vector<std::uint32_t> listed(const VectorCopies& copies, Index v) {
  return {copies.of(v).begin(), copies.of(v).end()};
}

TEST(DistinctBlock, has_each_kind_once_with_its_elements_and_sums) {
  const PackedVectors all = vectors();
  const DistinctBlock block({&all, {0, 64}, 1000}, false);
  ASSERT_TRUE(block.spares());
  const Operand operand = block.operand(7);
  EXPECT_EQ(operand.indices(), (encke::Range{7, 55}));
  VectorCopies copies;
  block.list(copies);
  ASSERT_EQ(copies.vectors(), 48);
  EXPECT_EQ(listed(copies, 3), (std::vector<std::uint32_t>{1003, 1051}));
  EXPECT_EQ(listed(copies, 30), (std::vector<std::uint32_t>{1030}));
  EXPECT_EQ(block.several().size(), 16U);
  for (Index v = 0; v < 48; ++v) {
    EXPECT_EQ(operand.vectors->x_sum(v), all.x_sum(v));
    EXPECT_EQ(operand.vectors->present_count(v), all.present_count(v));
    for (Index f = 0; f < 100; ++f) {
      EXPECT_EQ(encke::element_of<encke::AlleleCounts>(*operand.vectors, v, f),
                encke::element_of<encke::AlleleCounts>(all, v, f));
    }
  }
}

TEST(DistinctBlock, is_the_block_itself_where_little_is_spared) {
  const PackedVectors all = vectors();
  for (const bool always : {false, true}) {
    const DistinctBlock block({&all, {16, 40}, 0}, always);
    EXPECT_FALSE(block.spares());
    EXPECT_EQ(block.operand(5).indices(), (encke::Range{5, 29}));
    EXPECT_EQ(block.operand(5).vectors, &all);
    VectorCopies copies;
    block.list(copies);
    EXPECT_EQ(listed(copies, 2), (std::vector<std::uint32_t>{18}));
  }
}

TEST(DistinctBlocks, are_kept_while_the_vectors_are_the_same) {
  PackedVectors all = vectors();
  DistinctBlocks blocks;
  const auto first = blocks.get({&all, {0, 64}, 0}, false);
  EXPECT_EQ(blocks.get({&all, {0, 64}, 0}, false), first);
  EXPECT_NE(blocks.get({&all, {0, 64}, 1}, false), first);
  (void)all.storage();
  EXPECT_NE(blocks.get({&all, {0, 64}, 0}, false), first);
}

TEST(DistinctBlocks, are_kept_longer_where_they_hold_no_copy) {
  const PackedVectors equal = vectors(),
                      distinct = encke::test::pack(encke::test::random_genotypes(64, 100, 0, 5));
  for (const bool spares : {true, false}) {
    const PackedVectors& all = spares ? equal : distinct;
    DistinctBlocks blocks;
    const auto first = blocks.get({&all, {0, 64}, 0}, false);
    EXPECT_EQ(first->spares(), spares);
    for (Index v = 1; v < 1 + static_cast<Index>(DistinctBlocks::most); ++v) {
      (void)blocks.get({&all, {0, 64}, v}, false);
    }
    EXPECT_EQ(blocks.get({&all, {0, 64}, 0}, false) == first, !spares);
  }
}

TEST(DistinctScreen, has_the_weights_of_the_first_and_follows_the_floor) {
  VectorCopies copies;
  copies.next();
  copies.add(2);
  copies.add(4);
  copies.next();
  copies.add(3);
  const float weight[2][5] = {{1, 2, 3, 4, 3}, {5, 6, 7, 8, 7}};
  encke::Screen outer{std::in_place_type<encke::WeightBound>};
  auto& bound = std::get<encke::WeightBound>(outer);
  for (int a = 0; a < 2; ++a) bound.weight[a] = weight[a];
  encke::DistinctScreen own(&outer, copies);
  const auto& inner = std::get<encke::WeightBound>(*own.screen());
  EXPECT_EQ(inner.weight[0][0], 3);
  EXPECT_EQ(inner.weight[1][1], 8);
  EXPECT_FALSE(inner.active());
  bound.floor = 0.5F;
  own.follow();
  EXPECT_EQ(inner.floor.load(), 0.5F);
  EXPECT_EQ(encke::DistinctScreen(nullptr, copies).screen(), nullptr);
}

/// A vector without variance has no correlation with another, nor many a cell above a high floor.
TEST(DistinctScreen, drops_pairs_of_equal_vectors_that_cannot_pass) {
  Genotypes g = encke::test::random_genotypes(2, 100, 0, 5);
  for (Index f = 0; f < 100; ++f) g.at(0, f) = 2;
  for (Index f = 0; f < 100; ++f) g.at(1, f) = static_cast<std::uint8_t>(f % 10 < 7 ? 2 : 0);
  VectorCopies copies;
  for (Index v = 0; v < 2; ++v) {
    copies.next();
    copies.add(v);
  }
  const auto passes = [&](encke::Screen& outer, const PackedVectors& packed, Index v) {
    const encke::DistinctScreen own(&outer, copies);
    return own.may_pass_with_itself(v, encke::self_tallies(packed, v));
  };
  const PackedVectors moments = encke::test::pack_moments(g);
  encke::Screen correlation{std::in_place_type<encke::CorrelationBound>};
  EXPECT_TRUE(passes(correlation, moments, 0));  // it is not active
  std::get<encke::CorrelationBound>(correlation).floor = 0.99F;
  EXPECT_FALSE(passes(correlation, moments, 0));
  EXPECT_TRUE(passes(correlation, moments, 1));
  // CCC without its multiplier: f_joint (1 - 2 f / 3)^2 is 1 / 9, and 0.7 (1 - 1.4 / 3)^2 = 0.1991
  const PackedVectors packed = encke::test::pack(g);
  const float weight[2][2] = {{1, 0.8F}, {1 / 3.0F, 1.6F / 3}};
  encke::Screen weights{std::in_place_type<encke::WeightBound>};
  auto& bound = std::get<encke::WeightBound>(weights);
  for (int a = 0; a < 2; ++a) bound.weight[a] = weight[a];
  for (const float floor : {0.11F, 0.112F, 0.198F, 0.2F}) {
    bound.floor = floor;
    EXPECT_EQ(passes(weights, packed, 0), floor < 0.111F) << floor;
    EXPECT_EQ(passes(weights, packed, 1), floor < 0.199F) << floor;
  }
  EXPECT_TRUE(encke::DistinctScreen(nullptr, copies)
                  .may_pass_with_itself(0, encke::self_tallies(packed, 0)));
}

TEST(SelfTallies, are_the_table_of_a_vector_with_itself) {
  const PackedVectors all = vectors();
  for (const Index v : {0, 7, 63}) {
    std::int64_t table[4] = {};
    for (Index f = 0; f < 100; ++f) {
      const auto g = encke::element_of<encke::AlleleCounts>(all, v, f);
      for (int cell = 0; cell < 4; ++cell) {
        using C = encke::AlleleCounts;
        table[cell] += C::read(g, cell >> 1) * C::read(g, cell & 1);
      }
    }
    const auto cells = encke::self_tallies(all, v);
    for (int cell = 0; cell < 4; ++cell) EXPECT_EQ(cells[cell], table[cell]) << cell;
  }
}

}  // namespace
