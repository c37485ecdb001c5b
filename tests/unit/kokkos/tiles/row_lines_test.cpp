#include <gtest/gtest.h>

#include <encke/metric/r_squared.hpp>

#include "pair_tallies.hpp"

// What a worker keeps of one job for the next: the lines of its rows.

namespace {

using encke::Array;
using encke::Index;
using encke::Operand;
using encke::PackedVectors;
using encke::Range;
using encke::kokkos::MaskRoute;
using encke::kokkos::MaskSpace;
using encke::kokkos::MaskSums;
using encke::test::levels;
using encke::test::random_genotypes;

/// Products of rows and 64 columns of a block, made in a space that other jobs have used.
std::vector<std::int32_t> products(const encke::cpu::Kernels& level, const PackedVectors& vectors,
                                   const Range& rows, Index first_col, MaskSpace& space) {
  const Operand all{&vectors, {0, vectors.vectors()}, 0};
  const Range cols{first_col, first_col + 64};
  const MaskSums sums(level.moments.masks, {{all, all}}, rows, cols, 255, space);
  std::vector<std::int32_t> tallies(6 * 64 * 192);
  sums.write(rows, cols, tallies.data(), 64 * 192, 192);
  return tallies;
}

TEST(RowLines, are_those_of_the_same_vectors_alone) {
  for (const Index fields : {300, 2048, 2049}) {
    SCOPED_TRACE(fields);
    const auto one = pack_moments(random_genotypes(256, fields, 0.03, 1));
    const auto other = pack_moments(random_genotypes(256, fields, 0.03, 2));
    for (const auto* level : levels()) {
      MaskSpace used;
      const auto expect_same = [&](const PackedVectors& vectors, const Range& rows, Index col) {
        MaskSpace fresh;
        EXPECT_TRUE(products(*level, vectors, rows, col, used) ==
                    products(*level, vectors, rows, col, fresh))
            << level->level << ' ' << rows.begin << ' ' << col;
      };
      expect_same(one, {0, 64}, 64);
      expect_same(one, {0, 64}, 128);    // the same rows
      expect_same(one, {0, 40}, 128);    // some of them
      expect_same(one, {64, 128}, 128);  // others
      expect_same(other, {64, 128}, 128);
    }
  }
}

TEST(RowLines, of_vectors_that_changed_are_made_again) {
  auto g = random_genotypes(128, 200, 0.03, 1);
  auto vectors = pack_moments(g);
  MaskSpace used;
  const auto& level = *levels().front();
  const auto before = products(level, vectors, {0, 64}, 64, used);
  for (Index f = 0; f < 200; ++f) g.at(3, f) = static_cast<std::uint8_t>((g.at(3, f) + 1) % 3);
  vectors = pack_moments(g);
  MaskSpace fresh;
  const auto after = products(level, vectors, {0, 64}, 64, used);
  EXPECT_TRUE(after == products(level, vectors, {0, 64}, 64, fresh));
  EXPECT_FALSE(after == before);
}

}  // namespace
