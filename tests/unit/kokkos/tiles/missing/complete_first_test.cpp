#include "kokkos/tiles/missing/complete_first.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/genotypes.hpp"

namespace {

using encke::Index;
using encke::Operand;
using encke::TallyTile;
using encke::kokkos::FirstTries;
using encke::kokkos::ScreenTile;
using encke::kokkos::Square;
using encke::kokkos::squares_of;
using encke::kokkos::Workspace;
using encke::test::pack;
using encke::test::random_genotypes;

/// A tile of 20 × 50 pairs far from the diagonal, without marks.
class Marks : public testing::Test {
 protected:
  Marks() {
    made_.rows = {0, 20};
    made_.cols = {1000, 1050};
    made_.joint.row_stride = made_.candidate_stride = 192;
    std::fill_n(work_.candidates.data(), work_.candidates.size(), std::uint8_t{0});
  }
  void mark(Index row, Index col) { work_.candidates[row * 192 + col] = 1; }
  auto squares() { return squares_of(ScreenTile<2>{{}, made_, kernels_, work_, 4}); }

  TallyTile made_;
  encke::cpu::ScreenKernels kernels_;
  Workspace work_;
};

TEST_F(Marks, make_one_square_of_neighbours) {
  mark(8, 16);
  mark(15, 23);
  const auto found = squares();
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 1U);
  EXPECT_EQ((*found)[0].row, 8);
  EXPECT_EQ((*found)[0].col, 16);
}

TEST_F(Marks, at_the_last_row_and_column_count) {
  mark(19, 49);
  mark(0, 0);
  const auto found = squares();
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 2U);
  EXPECT_EQ((*found)[1].row, 16);
  EXPECT_EQ((*found)[1].col, 48);
}

TEST_F(Marks, of_more_than_a_third_are_too_many) {
  for (Index c = 0; c < 7; ++c) mark(0, 8 * c);  // 7 of 3 * 7 squares
  EXPECT_TRUE(squares());
  mark(8, 0);
  EXPECT_FALSE(squares());
}

TEST_F(Marks, left_of_what_is_looked_at_do_not_count) {
  made_.cols = {0, 192};
  made_.rows = {64, 84};
  mark(0, 8);  // columns up to the 64th of row 64 are never written
  mark(0, 80);
  const auto found = squares();
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 1U);
  EXPECT_EQ((*found)[0].col, 80);
}

TEST(FirstTries, go_on_while_half_of_them_pay) {
  FirstTries tries;
  for (int i = 0; i < 8; ++i) tries.note(true);
  for (int i = 0; i < 8; ++i) tries.note(false);
  EXPECT_TRUE(tries.worth());
  tries.note(false);
  EXPECT_FALSE(tries.worth());
}

TEST(FirstTries, are_not_given_up_after_a_few) {
  FirstTries tries;
  for (int i = 0; i < 10; ++i) tries.note(false);
  EXPECT_TRUE(tries.worth());
}

TEST(MostMissing, is_of_the_vectors_of_the_range) {
  auto g = random_genotypes(20, 70, 0, 1);
  g.at(3, 1) = g.at(3, 2) = g.at(9, 5) = 3;
  const auto vectors = pack(g);
  const Operand block{&vectors, {0, 20}, 0};
  EXPECT_EQ(encke::kokkos::most_missing(block, {0, 20}), 2);
  EXPECT_EQ(encke::kokkos::most_missing(block, {8, 16}), 1);
  EXPECT_EQ(encke::kokkos::most_missing(block, {10, 20}), 0);
}

TEST(BlockOf, begins_at_the_groups_of_a_square) {
  const std::byte left[64] = {}, right[64] = {};
  std::int32_t tallies[20 * 192];
  encke::kokkos::Block whole;
  whole.left[0] = {left, 16};
  whole.right[0] = {right, 4};
  whole.rows = 20;
  whole.cols = 50;
  whole.row_stride = 192;
  whole.diagonal = -5;
  whole.tallies = tallies;
  const auto part = encke::kokkos::block_of(whole, Square{16, 48});
  EXPECT_EQ(part.left[0].data, left + 32);
  EXPECT_EQ(part.right[0].data, right + 24);
  EXPECT_EQ(part.left[1].data, nullptr);
  EXPECT_EQ(part.rows, 4);
  EXPECT_EQ(part.cols, 2);
  EXPECT_EQ(part.diagonal, -5 + 16 - 48);
  EXPECT_EQ(part.tallies, tallies + 16 * 192 + 48);
}

}  // namespace
