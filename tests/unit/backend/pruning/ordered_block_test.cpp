#include <gtest/gtest.h>

#include <algorithm>
#include <encke/backend/pruning/ordered_block.hpp>
#include <encke/pack/allele_counts.hpp>

#include "support/counts.hpp"
#include "support/genotypes.hpp"

namespace {

using encke::Index;
using encke::Operand;
using encke::PackedVectors;
using encke::pruning::OrderedBlock;

/// A part of a larger problem, which has other vectors before and behind it.
const PackedVectors& vectors() {
  static const PackedVectors all = encke::test::pack(encke::test::random_genotypes(200, 131, 0, 3));
  return all;
}
Operand block() { return {&vectors(), {16, 155}, 1000}; }

TEST(OrderedBlock, has_all_vectors_with_their_elements_and_sums) {
  const OrderedBlock ordered(block(), 8);
  const Operand copy = ordered.operand();
  ASSERT_EQ(copy.indices(), block().indices());
  std::vector<std::uint32_t> sorted = ordered.indices();
  std::ranges::sort(sorted);
  for (Index v = 0; v < 139; ++v) {
    EXPECT_EQ(sorted[static_cast<std::size_t>(v)], 1016 + v);
    const Index from = ordered.indices()[static_cast<std::size_t>(v)] - 1000;
    EXPECT_EQ(copy.vectors->x_sum(v), vectors().x_sum(from));
    EXPECT_EQ(copy.vectors->square_sum(v), vectors().square_sum(from));
    EXPECT_FALSE(copy.vectors->has_missing(v));
    for (Index f = 0; f < 131; ++f) {
      EXPECT_EQ(encke::element_of<encke::AlleleCounts>(*copy.vectors, v, f),
                encke::element_of<encke::AlleleCounts>(vectors(), from, f));
    }
  }
}

TEST(OrderedBlock, is_the_same_whoever_copies) {
  const OrderedBlock one(block(), 8), three(block(), 8, -1, 3);
  EXPECT_EQ(one.indices(), three.indices());
  const PackedVectors& expected = *one.operand().vectors;
  const PackedVectors& copy = *three.operand().vectors;
  const Index bytes = 139 / 8 * copy.words() * copy.element().planes() * 64;  // of whole groups
  EXPECT_TRUE(std::equal(copy.values(), copy.values() + bytes, expected.values()));
  for (Index v = 0; v < 139; ++v) {
    EXPECT_EQ(copy.x_sum(v), expected.x_sum(v));
    EXPECT_FALSE(copy.has_missing(v));
  }
  for (Index v = 136; v < 139; ++v) {
    for (Index f = 0; f < 131; ++f) {
      EXPECT_EQ(encke::element_of<encke::AlleleCounts>(copy, v, f),
                encke::element_of<encke::AlleleCounts>(expected, v, f));
    }
  }
}

TEST(OrderedBlock, goes_by_frequency_in_buckets_and_by_index_in_each) {
  const OrderedBlock one(block(), 1);
  EXPECT_TRUE(std::ranges::is_sorted(one.indices()));
  const OrderedBlock eight(block(), 8);
  const auto sum = [&](Index v) { return eight.operand().vectors->x_sum(v); };
  Index buckets = 1;
  for (Index v = 1; v < 139; ++v) {
    if (eight.indices()[static_cast<std::size_t>(v)] >
        eight.indices()[static_cast<std::size_t>(v - 1)]) {
      continue;
    }
    ++buckets;
    for (Index u = 0; u < v; ++u) EXPECT_LE(sum(u), sum(v));
  }
  EXPECT_GE(buckets, 6);
  EXPECT_LE(buckets, 8);
}

TEST(OrderedBlock, keeps_vectors_of_one_frequency_together) {
  encke::test::Genotypes g(64, 20);  // all alike
  const PackedVectors same = encke::test::pack(g);
  const OrderedBlock ordered({&same, {0, 64}, 0}, 8);
  EXPECT_TRUE(std::ranges::is_sorted(ordered.indices()));
}

/// Vectors that miss too much, or vary in few samples alone, come last; those that never vary do
/// not.
TEST(OrderedBlock, has_vectors_that_are_hard_to_tell_last) {
  encke::test::Genotypes g(32, 400);
  for (Index f = 0; f < 400; ++f) {
    for (Index v = 0; v < 32; ++v) g.at(v, f) = static_cast<std::uint8_t>((f + v) % 3);
    g.at(3, f) = f < 4 ? 1 : 0;
    g.at(4, f) = 0;
    if (f < 50) g.at(7, f) = 3;
  }
  for (Index v = 0; v < 32; ++v) g.at(v, 300 + v) = 3;
  const PackedVectors packed = encke::test::pack_moments(g);
  const OrderedBlock ordered({&packed, {0, 32}, 0}, 1, 3);
  EXPECT_EQ(ordered.indices()[30], 3U);
  EXPECT_EQ(ordered.indices()[31], 7U);
  EXPECT_TRUE(std::ranges::is_sorted(ordered.indices().begin(), ordered.indices().end() - 2));
  const PackedVectors alleles = encke::test::pack(g);  // whose cells need no variance
  const OrderedBlock by_missing({&alleles, {0, 32}, 0}, 1, 3);
  EXPECT_EQ(by_missing.indices()[31], 7U);
  EXPECT_TRUE(std::ranges::is_sorted(by_missing.indices().begin(), by_missing.indices().end() - 1));
}

TEST(OrderedBlock, of_counts_goes_by_their_sums) {
  for (const encke::Element element : encke::test::count_elements) {
    const auto counts = encke::test::random_counts(77, 70, element.largest_count(), 4);
    const PackedVectors packed = encke::test::pack(element, 70, counts);
    const OrderedBlock ordered({&packed, {0, 77}, 0}, 77);
    const PackedVectors& copy = *ordered.operand().vectors;
    for (Index v = 0; v < 77; ++v) {
      const auto from = static_cast<Index>(ordered.indices()[static_cast<std::size_t>(v)]);
      EXPECT_EQ(copy.x_sum(v), packed.x_sum(from));
      EXPECT_LE(v > 0 ? copy.x_sum(v - 1) : 0, copy.x_sum(v));
      for (Index f = 0; f < 70; ++f) {
        ASSERT_EQ(encke::pack::count(copy, v, f), encke::pack::count(packed, from, f));
      }
    }
  }
}

}  // namespace
