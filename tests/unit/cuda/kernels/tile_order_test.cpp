#include "cuda/kernels/tile_order.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace {

using encke::Index;
using encke::cuda::tile_place;

TEST(TileOrder, has_each_tile_once) {
  for (const auto& [rows, cols] : {std::pair<Index, Index>{1, 1},
                                   {1, 40},
                                   {40, 1},
                                   {11, 5},
                                   {12, 7},
                                   {13, 7},
                                   {25, 3},
                                   {36, 36}}) {
    std::set<std::pair<Index, Index>> found;
    for (Index number = 0; number < rows * cols; ++number) {
      const auto place = tile_place(number, rows, cols);
      EXPECT_TRUE(place.row >= 0 && place.row < rows && place.col >= 0 && place.col < cols)
          << number << " of " << rows << " by " << cols;
      found.insert({place.row, place.col});
    }
    EXPECT_EQ(static_cast<Index>(found.size()), rows * cols) << rows << " by " << cols;
  }
}

TEST(TileOrder, has_few_rows_and_columns_at_a_time) {
  constexpr Index rows = 512, cols = 512, blocks = 132;
  for (Index first = 0; first + blocks <= rows * cols; first += blocks) {
    std::set<Index> of_rows, of_cols;
    for (Index number = first; number < first + blocks; ++number) {
      const auto place = tile_place(number, rows, cols);
      of_rows.insert(place.row);
      of_cols.insert(place.col);
    }
    EXPECT_LE(of_rows.size() + of_cols.size(), 36U) << "from tile " << first;  // row by row: 133
  }
}

TEST(TileOrder, has_more_tiles_than_32_bits_count) {
  constexpr Index rows = 70000, cols = 70000;
  const auto last = tile_place(rows * cols - 1, rows, cols);
  EXPECT_EQ(last.row, rows - 1);
  EXPECT_EQ(last.col, cols - 1);
}

}  // namespace
