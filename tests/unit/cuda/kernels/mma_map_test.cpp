#include <gtest/gtest.h>

#include <set>

#include "unit/cuda/emulated/warpgroup_exec.hpp"

// The maps between lanes and matrices, by themselves.

namespace {

using namespace encke::cuda;
using encke::test::EmulatedExec;
using encke::test::EmulatedWarpgroups;

TEST(MmaMap, gives_each_bit_of_a_and_b_and_each_sum_one_place) {
  std::set<std::pair<int, int>> a, b, c;
  for (int lane = 0; lane < lanes_of_warp; ++lane) {
    for (int r = 0; r < 4; ++r) {
      for (int bit = 0; bit < 32; ++bit) {
        const auto place = place_in_a(lane, r, bit);
        a.insert({place.row, place.col});
        EXPECT_TRUE(place.row < mma_rows && place.col < mma_bits);
      }
      const auto place = place_in_c(lane, r);
      c.insert({place.row, place.col});
      EXPECT_TRUE(place.row < mma_rows && place.col < mma_cols);
    }
    for (int r = 0; r < 2; ++r) {
      for (int bit = 0; bit < 32; ++bit) {
        const auto place = place_in_b(lane, r, bit);
        b.insert({place.row, place.col});
        EXPECT_TRUE(place.row < mma_bits && place.col < mma_cols);
      }
    }
  }
  EXPECT_EQ(a.size(), 16u * 256u);
  EXPECT_EQ(b.size(), 8u * 256u);
  EXPECT_EQ(c.size(), 16u * 8u);
}

/// Figures 100 to 103 of the PTX ISA 8.7 at some corners.
TEST(MmaMap, agrees_with_the_figures_of_the_ptx_isa) {
  const auto expect = [](MmaPlace found, int row, int col) {
    EXPECT_EQ(found.row, row);
    EXPECT_EQ(found.col, col);
  };
  expect(place_in_a(0, 0, 0), 0, 0);
  expect(place_in_a(0, 1, 0), 8, 0);
  expect(place_in_a(0, 2, 0), 0, 128);
  expect(place_in_a(0, 3, 0), 8, 128);
  expect(place_in_a(31, 3, 31), 15, 255);
  expect(place_in_a(5, 0, 7), 1, 39);
  expect(place_in_b(0, 0, 0), 0, 0);
  expect(place_in_b(0, 1, 0), 128, 0);
  expect(place_in_b(31, 1, 31), 255, 7);
  expect(place_in_c(0, 1), 0, 1);
  expect(place_in_c(0, 2), 8, 0);
  expect(place_in_c(31, 3), 15, 7);
}

/// The 64 bits of a lane's word meet those of the same word on the other side.
TEST(MmaMap, puts_the_same_word_on_both_sides) {
  for (int lane = 0; lane < lanes_of_warp; ++lane) {
    for (int half = 0; half < 2; ++half) {
      EXPECT_EQ(place_in_a(lane, 2 * half, 0).col, place_in_a(lane, 2 * half + 1, 0).col);
      EXPECT_EQ(place_in_a(lane, 2 * half, 0).col, place_in_b(lane, half, 0).row);
      // the low or high half of a word of vector 2g or 2g + 1, whichever the row is
      EXPECT_EQ(quarter_of_a(2 * half) % 2, half);
      EXPECT_EQ(quarter_of_a(2 * half + 1) % 2, half);
      EXPECT_EQ(quarter_of_b(0, half) % 2, half);
    }
    for (int r = 0; r < 2; ++r) {
      EXPECT_EQ(2 * quad_of(lane) + quarter_of_a(r) / 2, vector_of_row(place_in_a(lane, r, 0).row));
      EXPECT_EQ(2 * quad_of(lane) + quarter_of_b(r, 0) / 2,
                vector_of_col(r, place_in_b(lane, 0, 0).col));
    }
  }
}

TEST(MmaMap, gives_a_lane_four_columns_side_by_side) {
  using Entries = BitEntries<Complete>;
  for (int lane = 0; lane < lanes_of_warp; ++lane) {
    const Entries place(0, lane);
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < Entries::together; ++j) {
        const auto at = place_in_c(lane, Entries::register_of(i, j));
        EXPECT_EQ(vector_of_row(at.row), place.row(i));
        EXPECT_EQ(vector_of_col(Entries::half_of(j), at.col), place.col(j));
      }
    }
  }
}

/// Each entry of a tile is held by one lane, once.
template <class Tile>
void expect_each_entry_once() {
  using Entries = typename Tile::Entries;
  std::set<std::pair<int, int>> entries;
  for (int warp = 0; warp < warps_of_block; ++warp) {
    for (int lane = 0; lane < lanes_of_warp; ++lane) {
      const Entries place(warp, lane);
      for (int i = 0; i < Entries::rows; ++i) {
        for (int j = 0; j < Entries::cols; ++j) entries.insert({place.row(i), place.col(j)});
        EXPECT_EQ(place.col(Entries::together - 1) - place.col(0), Entries::together - 1);
      }
    }
  }
  constexpr int all = Tile::Shape::rows * Tile::Shape::cols;
  EXPECT_EQ(entries.size(), static_cast<std::size_t>(all));
  EXPECT_EQ(warps_of_block * lanes_of_warp * Entries::rows * Entries::cols, all);
  EXPECT_EQ(*entries.rbegin(), std::pair(Tile::Shape::rows - 1, Tile::Shape::cols - 1));
}

TEST(LanesOfATile, hold_each_entry_once) {
  expect_each_entry_once<BitTile<Complete, EmulatedExec>>();
  expect_each_entry_once<BitTile<Missing, EmulatedExec>>();
  expect_each_entry_once<BitTile<EachWithEach<1>, EmulatedExec>>();
  expect_each_entry_once<BitTile<EachWithEach<3>, EmulatedExec>>();
  expect_each_entry_once<WarpgroupTile<false, EmulatedWarpgroups>>();
}

TEST(SharedLayout, gives_each_chunk_of_a_stage_one_place) {
  std::set<int> places;
  constexpr int rows = 7;
  for (int row = 0; row < rows; ++row) {
    for (int word = 0; word < stage_words; ++word) {
      for (int chunk = 0; chunk < chunks_of_word; ++chunk) {
        const int at = shared_offset(row, word, chunk);
        EXPECT_TRUE(at >= 0 && at + chunk_bytes <= rows * stage_words * 64 && at % 16 == 0);
        places.insert(at);
      }
    }
  }
  EXPECT_EQ(places.size(), static_cast<std::size_t>(rows * stage_words * chunks_of_word));
}

/// A read of 16 bytes by each lane is served for eight lanes at a time: all 32 banks once.
TEST(SharedLayout, lets_eight_lanes_meet_all_banks) {
  for (int first = 0; first < lanes_of_warp; first += 8) {
    for (int word = 0; word < stage_words; word += mma_words) {
      std::set<int> banks;
      for (int lane = first; lane < first + 8; ++lane) {
        const FragmentPlace place = fragment_place(lane);
        banks.insert(shared_offset(place.group, word + place.word, place.chunk) % 128 / 16);
      }
      EXPECT_EQ(banks.size(), 8u) << first;
    }
  }
}

/// Steps of a list add up to the sums that they stand for, on single samples.
TEST(Products, of_genotypes_are_sums_of_x) {
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      const auto plane = [](int g, std::uint32_t(&p)[3]) {  // 0, 1, 2 copies, or 3: missing
        p[0] = g == 0 || g == 2 ? 1 : 0;
        p[1] = g == 0 ? 1 : 0;
        p[2] = g == 3 ? 0 : 1;
      };
      std::uint32_t u[3], v[3];
      plane(i, u);
      plane(j, v);
      std::int32_t sums[7] = {};
      for (const Step& s : Moments::step) {
        const auto term = [](int t, std::uint32_t(&p)[3]) {
          return t == 0   ? TernaryTerms<3>::of<0>(p)
                 : t == 1 ? TernaryTerms<3>::of<1>(p)
                 : t == 2 ? TernaryTerms<3>::of<2>(p)
                          : TernaryTerms<3>::of<3>(p);
        };
        sums[s.accumulator] += static_cast<std::int32_t>(term(s.left, u) & term(s.right, v) & 1);
      }
      const int xi = i == 3 ? 0 : i - 1, xj = j == 3 ? 0 : j - 1, mi = i != 3, mj = j != 3;
      std::int32_t found[6];
      Moments::finish(sums, found);
      const std::int32_t expected[6] = {xi * xj, xi * mj,      mi * xj,
                                        mi * mj, xi * xi * mj, mi * xj * xj};
      for (int k = 0; k < 6; ++k) EXPECT_EQ(found[k], expected[k]) << i << j << k;
    }
  }
}

/// Sets the planes for 0, 1, 2 copies, or 3: missing.
void set_planes(int g, std::uint32_t (&plane)[3]) {
  plane[0] = g == 0 || g == 2 ? 1 : 0;
  plane[1] = g == 0 ? 1 : 0;
  plane[2] = g == 3 ? 0 : 1;
}

std::uint32_t ternary_term(int t, const std::uint32_t (&p)[3]) {
  return t < 3 ? p[t] : TernaryTerms<3>::of<3>(p);
}

TEST(Products, of_matches_are_sums_of_x_and_its_square) {
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      std::uint32_t u[3], v[3];
      set_planes(i, u);
      set_planes(j, v);
      std::int32_t sums[5] = {}, found[5];
      for (const Step& s : MatchesMissing::step) {
        sums[s.accumulator] +=
            static_cast<std::int32_t>(ternary_term(s.left, u) & ternary_term(s.right, v) & 1);
      }
      MatchesMissing::finish(sums, found);
      const int xi = i == 3 ? 0 : i - 1, xj = j == 3 ? 0 : j - 1, mi = i != 3, mj = j != 3;
      const std::int32_t expected[5] = {xi * xj, xi * xi * xj * xj, xi * xi * mj, mi * xj * xj,
                                        mi * mj};
      for (int k = 0; k < 5; ++k) EXPECT_EQ(found[k], expected[k]) << i << j << k;
    }
  }
}

TEST(Products, of_counts_are_minima) {
  for (std::uint32_t a = 0; a < 8; ++a) {
    std::uint32_t plane[3] = {a & 1, a >> 1 & 1, a >> 2};
    const auto reached = [&](auto t) { return Thermometer<3>::of<decltype(t)::value>(plane) & 1; };
    std::uint32_t sum = 0;
    unrolled<7>([&](auto t) {
      sum += reached(t);
      EXPECT_EQ(reached(t), a > static_cast<std::uint32_t>(decltype(t)::value) ? 1U : 0U);
    });
    EXPECT_EQ(sum, a);
  }
}

}  // namespace
