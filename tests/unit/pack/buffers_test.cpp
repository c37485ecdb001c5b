#include <gtest/gtest.h>

#include <algorithm>
#include <encke/pack/packers.hpp>

#include "support/genotypes.hpp"

// What one process sends of its vectors and another receives.

namespace encke {
namespace {

/// A copy by way of the buffers, as it arrives in another process.
PackedVectors sent(const PackedVectors& from) {
  PackedVectors to =
      PackedVectors::allocate(from.element(), from.vectors(), from.fields(), from.keeps_masks());
  const auto source = from.buffers();
  const auto target = to.buffers();
  EXPECT_EQ(source.size(), target.size());
  for (std::size_t p = 0; p < std::min(source.size(), target.size()); ++p) {
    EXPECT_EQ(source[p].size(), target[p].size()) << p;
    std::ranges::copy(source[p], target[p].begin());
  }
  to.received();
  return to;
}

void expect_same_sums(const PackedVectors& a, const PackedVectors& b, Index v) {
  EXPECT_EQ(a.present_count(v), b.present_count(v)) << v;
  EXPECT_EQ(a.positive_count(v), b.positive_count(v)) << v;
  EXPECT_EQ(a.x_sum(v), b.x_sum(v)) << v;
  EXPECT_EQ(a.has_missing(v), b.has_missing(v)) << v;
}

TEST(Buffers, of_genotypes_are_all_there_is_of_them) {
  for (const double rate : {0.0, 0.1}) {
    for (const Index vectors : {1, 8, 33}) {
      const PackedVectors from = test::pack(test::random_genotypes(vectors, 131, rate, 2));
      const PackedVectors to = sent(from);
      EXPECT_EQ(to.missing(), from.missing());
      EXPECT_EQ(to.keeps_masks(), from.keeps_masks());
      EXPECT_EQ(to.bytes(), from.bytes());
      for (Index v = 0; v < vectors; ++v) {
        expect_same_sums(to, from, v);
        for (Index f = 0; f < 131; ++f)
          ASSERT_EQ(pack::genotype(to, v, f), pack::genotype(from, v, f));
      }
    }
  }
}

TEST(Buffers, of_bits_are_all_there_is_of_them) {
  for (const double rate : {0.0, 0.1}) {
    const PackedVectors from = test::pack_bits(test::random_genotypes(20, 70, rate, 3));
    const PackedVectors to = sent(from);
    EXPECT_EQ(to.missing(), from.missing());
    for (Index v = 0; v < 20; ++v) {
      expect_same_sums(to, from, v);
      for (Index f = 0; f < 70; ++f) ASSERT_EQ(pack::bit(to, v, f), pack::bit(from, v, f));
    }
  }
}

TEST(Buffers, of_reals_are_all_there_is_of_them) {
  for (const Element element : {Element::float32, Element::float64}) {
    const PackedVectors from = test::pack(element, 50, test::random_reals(19, 50, 4));
    const PackedVectors to = sent(from);
    EXPECT_EQ(to.missing(), 0);
    for (Index v = 0; v < 19; ++v) {
      EXPECT_EQ(to.sum(v), from.sum(v));
      for (Index f = 0; f < 50; ++f) ASSERT_EQ(pack::real(to, v, f), pack::real(from, v, f));
    }
  }
}

TEST(Buffers, with_masks_that_none_needs_have_their_memory) {
  PackedVectors from = test::pack(test::random_genotypes(10, 20, 0, 5));
  const auto without = from.buffers().size();
  from.keep_masks();
  EXPECT_EQ(from.buffers().size(), without + 1);
  EXPECT_TRUE(sent(from).keeps_masks());
  EXPECT_EQ(sent(from).missing(), 0);
}

TEST(Buffers, are_at_most_eight_and_none_is_empty) {
  const PackedVectors all[] = {PackedVectors::allocate(Element::genotype, 9, 9, true),
                               PackedVectors::allocate(Element::bit, 9, 9, true),
                               PackedVectors::allocate(Element::float64, 9, 9, false),
                               PackedVectors::allocate(Element::genotype, 0, 9, false),
                               PackedVectors::allocate(Element::float32, 9, 0, false)};
  for (const PackedVectors& vectors : all) {
    const auto buffers = vectors.buffers();
    EXPECT_LE(buffers.size(), 8U);
    for (const auto buffer : buffers) EXPECT_FALSE(buffer.empty());
  }
  EXPECT_TRUE(all[3].buffers().empty());
}

}  // namespace
}  // namespace encke
