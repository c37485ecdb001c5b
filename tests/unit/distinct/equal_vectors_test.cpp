#include <gtest/gtest.h>

#include <algorithm>
#include <encke/distinct/equal_vectors.hpp>

#include "support/genotypes.hpp"

namespace {

using encke::Index;
using encke::Operand;
using encke::PackedVectors;
using encke::test::Genotypes;

/// 40 vectors; in the block that begins at 16 the second and the fourth are as the first, the third
/// misses what is heterozygous in these, and the fifth differs in the last sample.
Genotypes genotypes() {
  Genotypes g = encke::test::random_genotypes(40, 130, 0, 3);
  g.at(16, 5) = 1;
  for (Index f = 0; f < 130; ++f) {
    for (const Index v : {17, 18, 19, 20, 2}) g.at(v, f) = g.at(16, f);
  }
  g.at(18, 5) = 3;
  g.at(20, 129) = static_cast<std::uint8_t>((g.at(16, 129) + 1) % 3);
  return g;
}

TEST(EqualVectors, are_told_by_elements_and_masks) {
  const PackedVectors vectors = encke::test::pack(genotypes());
  const encke::EqualVectors equal = encke::equal_vectors({&vectors, {16, 24}, 100});
  EXPECT_EQ(equal.first, (std::vector<Index>{16, 18, 20, 21, 22, 23}));
  EXPECT_EQ(equal.kind, (std::vector<Index>{0, 0, 1, 0, 2, 3, 4, 5}));
}

TEST(EqualVectors, are_those_of_the_block_alone) {
  const Genotypes g = genotypes();
  const PackedVectors vectors = encke::test::pack(g);
  for (const encke::Range block : {encke::Range{0, 16}, encke::Range{0, 40}}) {
    const encke::EqualVectors equal = encke::equal_vectors({&vectors, block, 0});
    ASSERT_EQ(std::ssize(equal.kind), block.size());
    for (Index v = 0; v < block.size(); ++v) {
      EXPECT_LE(equal.first[encke::idx(equal.kind[encke::idx(v)])], v);
      for (Index w = 0; w < v; ++w) {
        EXPECT_EQ(equal.kind[encke::idx(v)] == equal.kind[encke::idx(w)],
                  std::ranges::equal(g.vector(v), g.vector(w)))
            << v << ' ' << w;
      }
    }
  }
  EXPECT_TRUE(encke::equal_vectors({&vectors, {16, 16}, 0}).first.empty());
}

/// Of many samples: vectors that differ late, or not at all.
TEST(EqualVectors, are_told_by_late_samples_too) {
  constexpr Index fields = 20000;
  Genotypes g = encke::test::random_genotypes(9, fields, 0, 4);
  for (Index f = 0; f < fields; ++f) {
    for (const Index v : {2, 3, 5, 8}) g.at(v, f) = g.at(1, f);
  }
  for (const Index v : {3, 8}) {
    g.at(v, fields - 1) = static_cast<std::uint8_t>((g.at(1, fields - 1) + 1) % 3);
  }
  const PackedVectors vectors = encke::test::pack(g);
  const encke::EqualVectors equal = encke::equal_vectors({&vectors, {0, 9}, 0});
  EXPECT_EQ(equal.first, (std::vector<Index>{0, 1, 3, 4, 6, 7}));
  EXPECT_EQ(equal.kind, (std::vector<Index>{0, 1, 1, 2, 3, 1, 4, 5, 2}));
}

}  // namespace
