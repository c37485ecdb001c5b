#include <gtest/gtest.h>

#include "pair_tallies.hpp"

// What lies behind the end of a window is not multiplied.

namespace encke::clipped_test {
namespace {

using kokkos::clipped;
using kokkos::MaskRoute;

TEST(Clipped, is_what_lies_before_an_end_in_whole_panels) {
  constexpr Index none = std::numeric_limits<Index>::max();
  EXPECT_EQ(clipped({16, 100}, 0, none), (Range{16, 100}));
  EXPECT_EQ(clipped({16, 100}, -10, none), (Range{16, 100}));
  EXPECT_EQ(clipped({16, 100}, 1000, 1100), (Range{16, 100}));
  EXPECT_EQ(clipped({16, 100}, 1000, 1099), (Range{16, 100}));  // 83 vectors, six panels
  EXPECT_EQ(clipped({16, 100}, 1000, 1017), (Range{16, 32}));
  EXPECT_EQ(clipped({16, 100}, -8, 24), (Range{16, 32}));
  EXPECT_EQ(clipped({16, 100}, 1000, 1016).size(), 0);
  EXPECT_EQ(clipped({16, 100}, 1000, 3).size(), 0);
}

/// Values of pairs nearer than `width`, the others 0, and how many pairs were visited.
test::FoundTallies nearer(const cpu::Kernels& level, const Array<Operand, 2>& blocks, Index width,
                          bool says_end) {
  const auto& form = kokkos::form_of(blocks[0].vectors->element());
  const int planes = form.pair_planes(true, false);
  test::PairTallies found(blocks, planes, form.pair_planes(false, false));
  test::Window window(found, width, says_end);
  test::visit_tiles(level, blocks, MaskRoute::popcounts, window);
  auto values = found.values();
  const Range rows = blocks[0].indices(), cols = blocks[1].indices();
  auto value = values.begin();
  for (Index row = rows.begin; row < rows.end; ++row) {
    for (Index col = cols.begin; col < cols.end; ++col, value += planes + 1) {
      if (col - row >= width) std::fill_n(value, planes + 1, 0);
    }
  }
  return {values, found.visits()};
}

TEST(Clipped, tiles_have_the_pairs_of_a_window) {
  for (const double rate : {0.0, 0.03}) {
    for (const PackedVectors& v : test::of_each_element(test::random_genotypes(500, 90, rate, 4))) {
      const Array<Operand, 2> parts = {{{&v, {16, 240}, 100}, {&v, {240, 500}, 100}}};
      for (const auto& blocks : {test::itself(v), parts}) {
        for (const auto* level : test::levels()) {
          const auto all = nearer(*level, blocks, 40, false);
          const auto clipped_tiles = nearer(*level, blocks, 40, true);
          EXPECT_TRUE(clipped_tiles.values == all.values) << level->level << ", missing " << rate;
          EXPECT_LE(clipped_tiles.visits, all.visits);
          if (level != test::levels().front()) continue;
          EXPECT_LT(clipped_tiles.visits, all.visits);  // no sums of jobs, which are made whole
        }
      }
    }
  }
}

}  // namespace
}  // namespace encke::clipped_test
