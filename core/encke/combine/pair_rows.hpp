#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <encke/base/index.hpp>

namespace encke {

/// What is known of alleles, each with one number a vector: [allele][vector].
template <class T>
using AlleleColumns = T* [2];

/// One row of a tile of pairs: the cells' values, without the multiplier, and what follows from
/// them for both vectors. Columns from `begin` to `end`; every array begins at column 0.
struct PairRow {
  Index begin = 0, end = 0;
  // Products of x and presence of both vectors (see tally/evidence.hpp).
  const std::int32_t* xx = nullptr;
  const std::int32_t* xm = nullptr;  ///< null: nothing is missing, and the next line counts
  const std::int32_t* mx = nullptr;  ///< complete: the columns' own sums of x
  const std::int32_t* mm = nullptr;
  std::int32_t x = 0, fields = 0;
  // For each of the row's alleles.
  float weight[2] = {}, third[2] = {}, top[2] = {}, reach[2] = {};
  // For each of the columns' alleles.
  AlleleColumns<const float> col_weight = {}, col_third = {}, col_top = {}, col_reach = {};
  float floor = 0;
  // Results; those of columns are raised.
  AlleleColumns<float> new_top = {}, new_reach = {};
  std::int32_t row_top[2] = {}, row_reach[2] = {};  ///< bits of floats that are not negative
  float* value[4] = {};                             ///< tested: 0 where a cell is not useful
  std::int32_t* useful = nullptr;                   ///< tested: whether any cell is
};

namespace pair_rows {

[[gnu::always_inline]] inline float larger(float a, float b) { return a > b ? a : b; }
[[gnu::always_inline]] inline float smaller(float a, float b) { return a < b ? a : b; }
/// The value where `mask` is -1, and 0 where it is 0: without a branch, so that loops are vector
/// code.
[[gnu::always_inline]] inline float masked(float a, std::int32_t mask) {
  return std::bit_cast<float>(std::bit_cast<std::int32_t>(a) & mask);
}
/// Order of floats that are not negative, for reductions that compilers may reorder.
[[gnu::always_inline]] inline std::int32_t order(float a) { return std::bit_cast<std::int32_t>(a); }

/// The joint counts of the four cells 00, 01, 10, 11 of a column; of two copies a sample or one.
template <int copies>
[[gnu::always_inline]] inline void counts(std::int32_t xx, std::int32_t xm, std::int32_t mx,
                                          std::int32_t mm, std::int32_t (&to)[4]) {
  const std::int32_t x_one = copies == 2 ? xm + xx : xx;
  const std::int32_t m_one = copies == 2 ? mm + mx : mx;
  to[0] = (mm - mx) - (xm - xx);
  to[1] = m_one - x_one;
  to[2] = copies == 2 ? (mm - mx) + (xm - xx) : xm - xx;
  to[3] = copies == 2 ? m_one + x_one : x_one;
}

/// Raises `top`, and where cells are tested `reach`, by the values of the row.
template <int copies, bool complete, bool tested>
[[gnu::always_inline]] inline void visit(PairRow& row) {
  const std::int32_t* __restrict xx = row.xx;
  const std::int32_t* __restrict xm = row.xm;
  const std::int32_t* __restrict mx = row.mx;
  const std::int32_t* __restrict mm = row.mm;
  const float* __restrict weight[2] = {row.col_weight[0], row.col_weight[1]};
  const float* __restrict third[2] = {row.col_third[0], row.col_third[1]};
  const float* __restrict top[2] = {row.col_top[0], row.col_top[1]};
  const float* __restrict reach[2] = {row.col_reach[0], row.col_reach[1]};
  float* __restrict new_top[2] = {row.new_top[0], row.new_top[1]};
  float* __restrict new_reach[2] = {row.new_reach[0], row.new_reach[1]};
  float* __restrict value[4] = {row.value[0], row.value[1], row.value[2], row.value[3]};
  std::int32_t* __restrict useful = row.useful;
  const float floor = row.floor;
  constexpr float cell_sum = copies == 2 ? 4 : 1;
  const float of_all = row.fields > 0 ? 1 / (cell_sum * static_cast<float>(row.fields)) : 0;
  std::int32_t row_top[2] = {}, row_reach[2] = {};
  const PairRow of = row;  // arrays cannot change it
  // no array overlaps another: with so many of them a compiler does not ask, and gives up
#ifndef __clang__  // which does not know it, and, asked in its own words, cannot (14)
#pragma GCC ivdep
#endif
  for (Index c = of.begin; c < of.end; ++c) {
    const std::int32_t present = complete ? of.fields : mm[c];
    std::int32_t count[4];
    counts<copies>(xx[c], complete ? of.x : xm[c], mx[c], present, count);
    // of samples that no vector shares all counts are 0, whatever the share
    const float share =
        complete ? of_all : 1 / (cell_sum * static_cast<float>(std::max(present, 1)));
    std::int32_t any = 0;
    for (int cell = 0; cell < 4; ++cell) {
      const int a = cell / 2, b = cell % 2;
      float v = static_cast<float>(count[cell]) * share * of.weight[a] * weight[b][c];
      if (tested) {
        const std::int32_t passes =
            static_cast<std::int32_t>(v * smaller(of.reach[a], reach[b][c]) > floor) &
            static_cast<std::int32_t>(of.top[a] * third[b][c] > floor) &
            static_cast<std::int32_t>(top[b][c] * of.third[a] > floor);
        const std::int32_t keep = -passes;
        v = masked(v, keep);
        any |= passes;
        value[cell][c] = v;
        new_reach[b][c] = larger(new_reach[b][c], masked(of.third[a], keep));
        row_reach[a] = std::max(row_reach[a], order(masked(third[b][c], keep)));
      }
      new_top[b][c] = larger(new_top[b][c], v);
      row_top[a] = std::max(row_top[a], order(v));
    }
    if (tested) useful[c] = any;
  }
  for (int a = 0; a < 2; ++a) {
    row.row_top[a] = row_top[a];
    row.row_reach[a] = row_reach[a];
  }
}

}  // namespace pair_rows
}  // namespace encke
