#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "kokkos/tiles/screen_overlap.hpp"
#include "pair_tallies.hpp"

// The tests of whole tallies by OverlapBound in float32, of each level, against float64: no pair
// that passes is dropped, and those that are dropped are all that fail by more than rounding does.

namespace {

using encke::Index;

/// Random tallies and sizes of a tile, with a floor that some of its pairs reach just so.
struct Tile {
  Index rows, cols, row_stride;
  double floor;
  std::vector<std::int32_t> joint;
  std::vector<double> row_size, col_size;
  std::vector<float> row_need, col_need;

  /// `largest`: of the sizes. `pass`: at least one pair may pass.
  Tile(Index rows_, Index cols_, std::int32_t largest, bool pass, std::mt19937_64& random)
      : rows(rows_), cols(cols_), row_stride(cols_ + 5), floor(0.3 + 0.01 * (random() % 20)) {
    std::uniform_int_distribution<std::int32_t> size(1, largest);
    for (Index r = 0; r < rows; ++r) row_size.push_back(size(random));
    for (Index c = 0; c < cols; ++c) col_size.push_back(size(random));
    joint.assign(static_cast<std::size_t>(rows * row_stride), 0);
    for (Index r = 0; r < rows; ++r) {
      for (Index c = 0; c < cols; ++c) at(r, c) = static_cast<std::int32_t>(0.99 * least(r, c));
    }
    if (pass) {
      const Index r = static_cast<Index>(random() % rows), c = static_cast<Index>(random() % cols);
      at(r, c) = static_cast<std::int32_t>(std::ceil(least(r, c)));
    }
    for (const double s : row_size) row_need.push_back(encke::kokkos::least_overlap(floor, s));
    for (const double s : col_size) col_need.push_back(encke::kokkos::least_overlap(floor, s));
  }

  std::int32_t& at(Index r, Index c) { return joint[static_cast<std::size_t>(r * row_stride + c)]; }
  double least(Index r, Index c) const {
    return floor * (row_size[static_cast<std::size_t>(r)] + col_size[static_cast<std::size_t>(c)]);
  }
  bool passes(Index r, Index c) { return at(r, c) >= least(r, c); }
};

void expect_right_marks(const encke::cpu::ScreenKernels& kernels, Tile& tile, bool pass) {
  EXPECT_EQ(kernels.any_overlap({.joint = tile.joint.data(),
                                 .row_stride = tile.row_stride,
                                 .rows = tile.rows,
                                 .cols = tile.cols,
                                 .row_need = tile.row_need.data(),
                                 .col_need = tile.col_need.data()}),
            pass);
  bool found = false;
  for (Index r = 0; r < tile.rows; ++r) {
    std::vector<std::uint8_t> marks(static_cast<std::size_t>(tile.cols), 9);
    encke::cpu::OverlapRow row;
    row.joint = &tile.at(r, 0);
    row.need = tile.row_need[static_cast<std::size_t>(r)];
    row.col_need = tile.col_need.data();
    row.out = marks.data();
    row.cols = tile.cols;
    found |= kernels.overlap[0](row);
    for (Index c = 0; c < tile.cols; ++c) {
      EXPECT_EQ(marks[static_cast<std::size_t>(c)], tile.passes(r, c)) << r << ' ' << c;
    }
  }
  EXPECT_EQ(found, pass);
}

TEST(OverlapRows, AreMarkedAsInFloat64) {
  std::mt19937_64 random(1);
  for (const auto* level : encke::test::levels()) {
    for (const auto* kernels : {&level->bit.screens, &level->count8.screens}) {
      if (kernels->any_overlap == nullptr) continue;
      SCOPED_TRACE(level->level);
      // where sizes are small, one more is far more than rounding
      for (const Index rows : {1, 3, 4, 9, 64}) {
        for (const Index cols : {1, 15, 16, 17, 192, 384}) {
          for (const bool pass : {false, true}) {
            Tile tile(rows, cols, 200'000, pass, random);
            expect_right_marks(*kernels, tile, pass);
          }
        }
      }
    }
  }
}

TEST(OverlapRows, AreNotDroppedWhereFloat32IsCoarse) {
  std::mt19937_64 random(2);
  for (const auto* level : encke::test::levels()) {
    SCOPED_TRACE(level->level);
    for (int i = 0; i < 200; ++i) {
      Tile tile(5, 33, 800'000'000, true, random);
      expect_right_marks(level->bit.screens, tile, true);
    }
  }
}

}  // namespace
