#include <gtest/gtest.h>

#include <vector>

#include "pair_tallies.hpp"

// Blocks whose tallies hold nothing yet: kernels write them whole, whatever was there, and add what
// further words bring.

namespace fresh_tallies_test {
namespace {

using encke::Index;
using encke::PackedVectors;
using encke::cpu::ElementKernels;

constexpr Index rows = 64, cols = 192;

/// The tallies of the first rows and the columns behind them, begun with `before` in all of them.
std::vector<std::int32_t> product(const ElementKernels& kernels, const PackedVectors& vectors,
                                  std::int32_t before, bool fresh) {
  encke::AlignedBuffer<std::int32_t> tallies(rows * cols);
  std::fill_n(tallies.data(), rows * cols, before);
  const encke::Panel left = vectors.panel({0, rows}), right = vectors.panel({rows, rows + cols});
  encke::kokkos::Block block;
  block.left[0] = left.values;
  block.right[0] = right.values;
  block.rows = rows;
  block.cols = cols;
  block.words = {0, left.words};
  block.row_stride = cols;
  block.plane_stride = rows * cols;
  block.diagonal = -rows;
  block.tallies = tallies.data();
  block.fresh = fresh;
  kernels.multiply.complete(block);
  return {tallies.data(), tallies.data() + rows * cols};
}

TEST(FreshTallies, AreWrittenNotAddedTo) {
  int writing = 0;
  for (const Index fields : {1, 64, 1000, 8192, 8193, 20000}) {  // of up to 313 words
    const auto g = encke::test::random_genotypes(rows + cols, fields, 0, 3);
    for (const PackedVectors& vectors : encke::test::of_each_element(g)) {
      for (const auto* level : encke::test::levels()) {
        const auto& kernels = level->*encke::kokkos::form_of(vectors.element()).kernels;
        if (!kernels.multiply.writes) continue;
        ++writing;
        const auto added = product(kernels, vectors, 0, false);
        EXPECT_EQ(product(kernels, vectors, 123'456'789, true), added)
            << level->level << ' ' << fields;
        EXPECT_EQ(product(kernels, vectors, -5, false)[7], added[7] - 5);
      }
    }
  }
  const encke::cpu::Kernels* last = encke::test::levels().back();
  EXPECT_TRUE(writing > 0 || !last->bit.multiply.writes);
}

TEST(FreshTallies, AreThoseOfTilesMadeOneAfterAnother) {
  const auto g = encke::test::random_genotypes(500, 333, 0, 4);
  for (const PackedVectors& vectors : encke::test::of_each_element(g)) {
    const auto blocks = encke::test::itself(vectors);
    const auto all = encke::test::levels();
    const auto expected =
        encke::test::tallies_of(*all.front(), blocks, encke::kokkos::MaskRoute::by_counts);
    for (const auto* level : all) {
      EXPECT_EQ(encke::test::tallies_of(*level, blocks, encke::kokkos::MaskRoute::by_counts).values,
                expected.values)
          << level->level;
    }
  }
}

}  // namespace
}  // namespace fresh_tallies_test
