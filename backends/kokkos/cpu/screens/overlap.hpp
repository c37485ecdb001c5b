#pragma once

#include <bit>
#include <cstdint>

#include "rows.hpp"

// The screen by OverlapBound: a tuple passes only if
//   overlap >= floor * (sizes of all its vectors).
// Plain loops over a row, which the compiler turns into vector code at each level. Whole tallies
// are tested in float32, of which a register holds as many as of them.

namespace encke::cpu {

/// The test of one tuple, from its overlap and its column.
template <class T>
struct OverlapTest {
  double floor, sizes;
  const double* __restrict size;

  explicit OverlapTest(const OverlapRow& row)
      : floor(row.floor), sizes(row.sizes), size(row.size) {}

  [[gnu::always_inline]] int operator()(T overlap, Index c) const {
    return static_cast<int>(overlap >= floor * (sizes + size[c]));
  }
};

template <>
struct OverlapTest<std::int32_t> {
  float need;
  const float* __restrict col_need;

  explicit OverlapTest(const OverlapRow& row) : need(row.need), col_need(row.col_need) {}

  [[gnu::always_inline]] int operator()(std::int32_t overlap, Index c) const {
    return static_cast<int>(static_cast<float>(overlap) - need >= col_need[c]);
  }
};

/// Pairs whose overlap may be large enough; T is the type of the tallies.
template <class Level, class T>
bool screen_overlap_pair(const OverlapRow& row) {
  const T* __restrict joint = static_cast<const T*>(row.joint);
  const OverlapTest<T> test(row);
  std::uint8_t* __restrict out = row.out;
  int any = 0;
  const Index cols = row.cols;  // bytes may alias anything: keep cols apart
  for (Index c = row.begin; c < cols; ++c) {
    const int pass = test(joint[c], c);
    out[c] = static_cast<std::uint8_t>(pass);
    any |= pass;
  }
  return any != 0;
}

/// What is negative only where the pair cannot pass: the sign is that of the test's difference.
[[gnu::always_inline]] inline std::int32_t overlap_sign(std::int32_t overlap, float need,
                                                        float col_need) {
  return std::bit_cast<std::int32_t>(static_cast<float>(overlap) - need - col_need);
}

/// True if a pair of the tile may pass: of most tiles none does, and this takes half the time of
/// marking. The signs of a column's rows are kept beside each other, four rows at a time.
template <class Level>
bool screen_any_overlap(const OverlapTile& tile) {
  std::int32_t signs[OverlapTile::most];
  const Index cols = tile.cols;
  for (Index c = 0; c < cols; ++c) signs[c] = -1;
  const float* __restrict col_need = tile.col_need;
  Index r = 0;
  for (; r + 4 <= tile.rows; r += 4) {
    const std::int32_t* __restrict a = tile.joint + r * tile.row_stride;
    const std::int32_t* __restrict b = a + tile.row_stride;
    const std::int32_t* __restrict d = b + tile.row_stride;
    const std::int32_t* __restrict e = d + tile.row_stride;
    const float need[] = {tile.row_need[r], tile.row_need[r + 1], tile.row_need[r + 2],
                          tile.row_need[r + 3]};
    for (Index c = 0; c < cols; ++c) {
      signs[c] &=
          overlap_sign(a[c], need[0], col_need[c]) & overlap_sign(b[c], need[1], col_need[c]) &
          overlap_sign(d[c], need[2], col_need[c]) & overlap_sign(e[c], need[3], col_need[c]);
    }
  }
  for (; r < tile.rows; ++r) {
    const std::int32_t* __restrict joint = tile.joint + r * tile.row_stride;
    const float need = tile.row_need[r];
    for (Index c = 0; c < cols; ++c) signs[c] &= overlap_sign(joint[c], need, col_need[c]);
  }
  std::int32_t all = -1;
  for (Index c = 0; c < cols; ++c) all &= signs[c];
  return all >= 0;
}

template <class Level, class T>
bool screen_overlap_triple(const OverlapRow& row) {
  const T* __restrict joint = static_cast<const T*>(row.joint);
  const T* __restrict pivot = static_cast<const T*>(row.pivot_col);
  const T* __restrict other = static_cast<const T*>(row.row_col);
  const OverlapTest<T> test(row);
  std::uint8_t* __restrict out = row.out;
  const T first = *static_cast<const T*>(row.pivot_row);
  int any = 0;
  const Index cols = row.cols;  // bytes may alias anything: keep cols apart
  for (Index c = row.begin; c < cols; ++c) {
    const int pass = test(first + pivot[c] + other[c] - joint[c], c);
    out[c] = static_cast<std::uint8_t>(pass);
    any |= pass;
  }
  return any != 0;
}

}  // namespace encke::cpu
