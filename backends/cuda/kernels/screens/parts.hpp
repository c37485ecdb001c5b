#pragma once

#include "data.hpp"

// Tests of pairs of complete vectors after a part of the samples: whether a pair may pass yet. The
// bounds and the arithmetic are those of the CPU (kokkos/cpu/screens/parts.hpp), where they are
// derived. `sum`: of x_i x_j, or of bits in both, over the part.

namespace encke::cuda {

ENCKE_FUNCTION float lesser(float a, float b) { return a < b ? a : b; }

/// Uses CorrelationBound.
ENCKE_FUNCTION bool correlation_may_pass(const ScreenData& d, float sum, Index row, Index col) {
  constexpr float rounding = 4e-6F;  // of six operations on numbers up to the samples
  const float part = sum - d.rows.part_of(0, row) * d.cols.part_of(1, col) -
                     d.rows.part_of(2, row) * d.cols.part_of(0, col);
  const float size = part < 0 ? -part : part;
  const float least = d.part_floor * d.rows.part_of(3, row) * d.cols.part_of(3, col);
  const float fields = static_cast<float>(d.fields);
  return size + d.rows.part_of(4, row) * d.cols.part_of(4, col) + rounding * fields >= least;
}

/// Uses WeightBound: each cell at the end of the interval where it is largest.
template <bool bits>
ENCKE_FUNCTION bool weights_may_pass(const ScreenData& d, float sum, Index row, Index col) {
  const float p = d.rows.part_of(0, row), n = d.rows.part_of(1, row), xi = d.rows.part_of(2, row);
  const float positive = d.cols.part_of(0, col), negative = d.cols.part_of(1, col);
  const float x = d.cols.part_of(2, col), all = static_cast<float>(d.fields);
  const float row0 = d.part_floor * d.rows.part_of(3, row);
  const float row1 = d.part_floor * d.rows.part_of(4, row);
  const float need0 = d.cols.part_of(3, col), need1 = d.cols.part_of(4, col);
  const float most = sum + lesser(positive, p) + lesser(negative, n);
  const float less = lesser(negative, p) + lesser(positive, n) - sum;
  if constexpr (bits) {
    return most >= row1 * need1 || most - x + (all - xi) >= row0 * need0 ||
           less + xi >= row1 * need0 || less + x >= row0 * need1;
  } else {
    return most + x + (all + xi) >= row1 * need1 || most - x + (all - xi) >= row0 * need0 ||
           less - x + (all + xi) >= row1 * need0 || less + x + (all - xi) >= row0 * need1;
  }
}

/// Uses OverlapBound.
ENCKE_FUNCTION bool overlap_may_pass(const ScreenData& d, float sum, Index row, Index col) {
  const float most = sum + lesser(d.rows.part_of(0, row), d.cols.part_of(0, col));
  return most >= d.part_floor * (d.cols.part_of(1, col) + d.rows.part_of(1, row));
}

/// A test of whole tallies that has one of a part, too: may_pass_yet(sum, row, col).
template <class Test>
concept HasPartTest = requires(const Test& test) {
  test.may_pass_yet(0.0F, Index{}, Index{});
};

}  // namespace encke::cuda
