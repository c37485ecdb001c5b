#pragma once

#include <cstddef>

#include "screen_tile.hpp"

namespace encke::kokkos {

/// The first tally of a row, each of `item` bytes.
inline const std::byte* tally_row(const TallyMatrix& matrix, Index row, Index item) {
  return static_cast<const std::byte*>(matrix.data) + row * matrix.row_stride * item;
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
    row.begin = tile.first_col(r);
    row.out = tile.padded_marks(r);
    found |= kernel(row);
  }
  return found;
}

}  // namespace encke::kokkos
