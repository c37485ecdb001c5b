#pragma once

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/contraction/genotype_moments.hpp>

#include "screen_tile.hpp"

namespace encke::kokkos {

/// n times the sum of x^2, less the square of the sum of x.
inline double variance(const PackedVectors& vectors, Index vector) {
  const Index x = vectors.x_sum(vector);
  return static_cast<double>(vectors.fields() * vectors.square_sum(vector) - x * x);
}

/// What a tile without missing samples needs to know of its columns.
inline void fill_columns(const ScreenTile<2>& tile, cpu::CorrelationRow& row) {
  constexpr Index most_cols = pair_tile.cols;
  static_assert(2 * most_cols * sizeof(double) <= 2 * 27 * 16 * sizeof(std::int32_t));
  auto* const x = reinterpret_cast<double*>(tile.work.constants.data());
  double* const least = x + most_cols;
  std::fill_n(x, 2 * most_cols, 0.0);
  for (Index c = 0; c < tile.cols(); ++c) {
    const Index vector = tile.right_begin() + c;
    x[c] = static_cast<double>(tile.right().x_sum(vector));
    least[c] = row.floor * variance(tile.right(), vector);
  }
  row.col_x = x;
  row.col_least = least;
}

inline bool mark_candidates(const CorrelationBound& bound, const ScreenTile<2>& tile) {
  auto* const kernel = tile.kernels.correlation[tile.complete() ? 0 : 1];
  cpu::CorrelationRow row;
  row.floor = static_cast<double>(bound.floor.load());
  row.n = static_cast<double>(tile.fields());
  row.cols = tile.cols();
  if (tile.complete()) fill_columns(tile, row);
  bool found = false;
  for (Index r = 0; r < tile.made.rows.size(); ++r) {
    const Index vector = tile.left_begin() + r;
    const int products = tile.complete() ? 1 : GenotypeMoments::moments;
    for (int p = 0; p < products; ++p) row.product[p] = tile.product(p, r);
    row.x = static_cast<double>(tile.left().x_sum(vector));
    row.variance = variance(tile.left(), vector);
    row.out = tile.marks(r);
    row.begin = tile.first_col(r);
    found |= kernel(row);
  }
  return found;
}

inline bool mark_candidates(const CorrelationBound&, const ScreenTile<3>&) {
  throw Error(Failure::internal, "a screen by correlation, of triples");
}

}  // namespace encke::kokkos
