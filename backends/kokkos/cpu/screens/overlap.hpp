#pragma once

#include "rows.hpp"

// The screen by OverlapBound: a tuple passes only if
//   overlap >= floor * (sizes of all its vectors).
// Plain loops over a row, which the compiler turns into vector code at each level.

namespace encke::cpu {

/// Pairs whose overlap may be large enough; T is the type of the tallies.
template <class Level, class T>
bool screen_overlap_pair(const OverlapRow& row) {
  const T* __restrict joint = static_cast<const T*>(row.joint);
  const double* __restrict size = row.size;
  std::uint8_t* __restrict out = row.out;
  const double floor = row.floor;
  const double sizes = row.sizes;
  int any = 0;
  const Index cols = row.cols;  // bytes may alias anything: keep cols apart
  for (Index c = row.begin; c < cols; ++c) {
    const int pass = static_cast<int>(static_cast<double>(joint[c]) >= floor * (sizes + size[c]));
    out[c] = static_cast<std::uint8_t>(pass);
    any |= pass;
  }
  return any != 0;
}

template <class Level, class T>
bool screen_overlap_triple(const OverlapRow& row) {
  const T* __restrict joint = static_cast<const T*>(row.joint);
  const T* __restrict pivot = static_cast<const T*>(row.pivot_col);
  const T* __restrict other = static_cast<const T*>(row.row_col);
  const double* __restrict size = row.size;
  std::uint8_t* __restrict out = row.out;
  const double floor = row.floor;
  const double sizes = row.sizes;
  const T first = *static_cast<const T*>(row.pivot_row);
  int any = 0;
  const Index cols = row.cols;  // bytes may alias anything: keep cols apart
  for (Index c = row.begin; c < cols; ++c) {
    const T overlap = first + pivot[c] + other[c] - joint[c];
    const int pass = static_cast<int>(static_cast<double>(overlap) >= floor * (sizes + size[c]));
    out[c] = static_cast<std::uint8_t>(pass);
    any |= pass;
  }
  return any != 0;
}

}  // namespace encke::cpu
