#include <gtest/gtest.h>

#include <algorithm>
#include <encke/backend/pruning/folded_sets.hpp>
#include <encke/pack/allele_bits.hpp>
#include <random>

namespace {

using encke::Index;
using encke::PackedVectors;
using encke::pruning::FoldedSets;
using Set = std::vector<std::uint8_t>;

PackedVectors pack(const std::vector<Set>& sets) {
  const auto fields = static_cast<Index>(sets.front().size());
  PackedVectors packed = encke::pack::bits(static_cast<Index>(sets.size()), fields);
  for (std::size_t s = 0; s < sets.size(); ++s) {
    encke::pack::set_bits(packed, static_cast<Index>(s), sets[s]);
  }
  return packed;
}

std::vector<Set> random_sets(Index sets, Index fields, double share, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::bernoulli_distribution member(share);
  std::vector<Set> all(static_cast<std::size_t>(sets), Set(static_cast<std::size_t>(fields)));
  for (Set& set : all) std::ranges::generate(set, [&] { return member(random) ? 1 : 0; });
  return all;
}

Index overlap(const PackedVectors& vectors, Index i, Index j) {
  Index sum = 0;
  for (Index f = 0; f < vectors.fields(); ++f) {
    sum += encke::pack::bit(vectors, i, f) & encke::pack::bit(vectors, j, f);
  }
  return sum;
}

TEST(FoldedSets, bound_what_two_sets_have_in_common) {
  for (const Index fields : {64, 65, 500, 1000, 2048}) {
    for (const double share : {0.01, 0.05, 0.5}) {
      auto sets = random_sets(40, fields, share, static_cast<std::uint64_t>(fields));
      sets[33] = sets[5];
      const PackedVectors packed = pack(sets);
      for (const Index words : {1, 2, 7}) {
        const FoldedSets folded({&packed, {16, 40}, 100}, words);
        const PackedVectors& few = *folded.operand().vectors;
        EXPECT_EQ(folded.operand().indices().begin, 116);
        EXPECT_EQ(few.fields(), 64 * words);
        for (Index i = 0; i < 24; ++i) {
          EXPECT_EQ(few.positive_count(i), overlap(few, i, i));
          EXPECT_EQ(few.positive_count(i) + folded.excess(i), packed.positive_count(16 + i));
          for (Index j = i + 1; j < 24; ++j) {
            const Index least = std::min(folded.excess(i), folded.excess(j));
            EXPECT_LE(overlap(packed, 16 + i, 16 + j), overlap(few, i, j) + least);
          }
        }
      }
    }
  }
}

/// The bound is reached by equal sets, whose members fall on each other, and by sets whose do not.
TEST(FoldedSets, reach_the_bound) {
  std::vector<Set> sets(3, Set(256));
  for (const std::size_t f : {1U, 65U, 129U, 7U}) sets[0][f] = sets[1][f] = 1;
  sets[2][7] = 1;
  const PackedVectors packed = pack(sets);
  const FoldedSets folded({&packed, {0, 3}, 0}, 1);
  const PackedVectors& few = *folded.operand().vectors;
  EXPECT_EQ(few.positive_count(0), 2);
  EXPECT_EQ(folded.excess(0), 2);
  EXPECT_EQ(overlap(few, 0, 1) + std::min(folded.excess(0), folded.excess(1)),
            overlap(packed, 0, 1));
  EXPECT_EQ(overlap(few, 0, 2) + std::min(folded.excess(0), folded.excess(2)),
            overlap(packed, 0, 2));
}

/// Beyond the words of the sets nothing is folded.
TEST(FoldedSets, of_as_many_words_are_the_sets) {
  const PackedVectors packed = pack(random_sets(9, 200, 0.3, 1));
  const FoldedSets folded({&packed, {0, 9}, 0}, 4);
  for (Index i = 0; i < 9; ++i) {
    EXPECT_EQ(folded.excess(i), 0);
    for (Index j = 0; j < 9; ++j) {
      EXPECT_EQ(overlap(*folded.operand().vectors, i, j), overlap(packed, i, j));
    }
  }
}

}  // namespace
