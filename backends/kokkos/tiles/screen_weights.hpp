#pragma once

#include "screen_tile.hpp"

namespace encke::kokkos {

/// What the rows of a tile have in common.
template <int Way>
cpu::WeightRow weight_row(const WeightBound& bound, const ScreenTile<Way>& tile) {
  cpu::WeightRow row;
  row.cols = tile.cols();
  for (int a = 0; a < 2; ++a) row.weight[a] = bound.weight[a] + tile.made.cols.begin;
  row.col_x = tile.work.col_x.data();
  if (tile.complete()) {
    for (Index c = 0; c < row.cols; ++c) {
      tile.work.col_x[c] = static_cast<std::int32_t>(tile.right().x_sum(tile.right_begin() + c));
    }
  }
  row.fixed[0] = static_cast<std::int32_t>(tile.fields());
  return row;
}

/// What is left of a floor for a row: where the complete form stands for vectors that miss samples,
/// the least share of the samples that all of a tuple have, less what rounding may do.
template <int Way>
float floor_of_row(float floor, const ScreenTile<Way>& tile, Index row) {
  if (tile.missing_elsewhere < 0) return floor;
  constexpr float rounding = 1e-5f;
  const Index present = tile.left().present_count(tile.left_begin() + row);
  const Index least = std::max<Index>(present - tile.missing_elsewhere, 0);
  return floor * (1 - rounding) * static_cast<float>(least) / static_cast<float>(tile.fields());
}

inline bool mark_candidates(const WeightBound& bound, const ScreenTile<2>& tile) {
  cpu::WeightRow row = weight_row(bound, tile);
  auto* const kernel = tile.kernels.weights[0][tile.complete() ? 0 : 1];
  const float floor = bound.floor;
  bool found = false;
  for (Index r = 0; r < tile.made.rows.size(); ++r) {
    for (int p = 0; p < 4; ++p) row.product[p] = tile.product(p, r);
    row.fixed[1] = static_cast<std::int32_t>(tile.left().x_sum(tile.left_begin() + r));
    const float least = floor_of_row(floor, tile, r);
    for (int a = 0; a < 2; ++a) row.bound[a] = least / bound.weight[a][tile.made.rows.begin + r];
    row.begin = tile.first_col(r);
    row.out = tile.padded_marks(r);
    found |= kernel(row);
  }
  return found;
}

inline bool mark_candidates(const WeightBound& bound, const ScreenTile<3>& tile) {
  const TallyTile& made = tile.made;
  const Operand& pivots = tile.blocks[0];
  cpu::WeightRow row = weight_row(bound, tile);
  auto* const kernel = tile.kernels.weights[1][tile.complete() ? 0 : 1];
  row.pivot_col = made.pivot_cols.row<std::int32_t>(0, 0);
  row.fixed[1] = static_cast<std::int32_t>(pivots.vectors->x_sum(made.pivot - pivots.offset));
  const float floor = bound.floor;
  bool found = false;
  for (Index r = tile.first_row(); r < made.rows.size(); ++r) {
    for (int p = 0; p < 8; ++p) row.product[p] = tile.product(p, r);
    row.row_col = made.row_cols.row<std::int32_t>(0, r);
    row.fixed[2] = static_cast<std::int32_t>(tile.left().x_sum(tile.left_begin() + r));
    row.fixed[3] = made.pivot_rows.row<std::int32_t>(0, 0)[r];
    const float least = floor_of_row(floor, tile, r);
    for (int a = 0; a < 4; ++a) {
      row.bound[a] =
          least / (bound.weight[a >> 1][made.pivot] * bound.weight[a & 1][made.rows.begin + r]);
    }
    row.begin = tile.first_col(r);
    row.out = tile.padded_marks(r);
    found |= kernel(row);
  }
  return found;
}

}  // namespace encke::kokkos
