#pragma once

#include <cstddef>

#include "screen_tile.hpp"

namespace encke::kokkos {

/// The first tally of a row, each of `item` bytes.
inline const std::byte* tally_row(const TallyMatrix& matrix, Index row, Index item) {
  return static_cast<const std::byte*>(matrix.data) + row * matrix.row_stride * item;
}

/// The overlap that vectors of such sizes must have, for tests in float32. Four operations are off
/// by 2^-24 each, relative to what is needed in all.
inline float least_overlap(double floor, double sizes) {
  constexpr double rounding = 1.0 / (1 << 21);
  return static_cast<float>(floor * sizes * (1 - rounding));
}

/// True if no pair of a tile of whole tallies can pass.
inline bool none_overlaps(const OverlapBound& bound, const ScreenTile<2>& tile,
                          const float* col_need) {
  auto* const kernel = tile.kernels.any_overlap;
  if (kernel == nullptr) return false;
  const TallyTile& made = tile.made;
  float* const row_need = tile.work.row_limits.data();
  const double floor = bound.floor;
  for (Index r = 0; r < made.rows.size(); ++r) {
    row_need[r] = least_overlap(floor, bound.size[made.rows.begin + r]);
  }
  return !kernel({.joint = tile.product(0, 0),
                  .row_stride = made.joint.row_stride,
                  .rows = made.rows.size(),
                  .cols = tile.cols(),
                  .row_need = row_need,
                  .col_need = col_need});
}

template <int Way>
bool mark_candidates(const OverlapBound& bound, const ScreenTile<Way>& tile) {
  const TallyTile& made = tile.made;
  const Index item = tile.tally_bytes;
  auto* const kernel = tile.kernels.overlap[Way - 2];
  cpu::OverlapRow row;
  row.cols = tile.cols();
  row.floor = bound.floor;
  row.size = bound.size + made.cols.begin;
  float* const col_need = tile.work.col_limits.data();
  for (Index c = 0; c < row.cols; ++c) col_need[c] = least_overlap(row.floor, row.size[c]);
  row.col_need = col_need;
  if constexpr (Way == 2) {
    if (none_overlaps(bound, tile, col_need)) {
      for (Index r = 0; r < made.rows.size(); ++r) tile.cleared_marks(r, 0);
      return false;
    }
  }
  if (Way == 3) row.pivot_col = tally_row(made.pivot_cols, 0, item);
  bool found = false;
  for (Index r = tile.first_row(); r < made.rows.size(); ++r) {
    row.joint = tally_row(made.joint, r, item);
    row.sizes = bound.size[made.rows.begin + r];
    if constexpr (Way == 3) {
      row.pivot_row = tally_row(made.pivot_rows, 0, item) + r * item;
      row.row_col = tally_row(made.row_cols, r, item);
      row.sizes = bound.size[made.pivot] + row.sizes;
    }
    row.need = least_overlap(row.floor, row.sizes);
    row.begin = tile.first_col(r);
    row.out = tile.padded_marks(r);
    found |= kernel(row);
  }
  return found;
}

}  // namespace encke::kokkos
