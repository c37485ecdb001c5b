#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <encke/tally/tally_tile.hpp>

namespace encke::kokkos {

/// Tallies that a device has made for a rectangle of entries, in host memory.
struct DeviceProducts {
  TallyMatrix tallies;
  Index first_row = 0;  ///< local vectors of entry (0, 0)
  Index first_col = 0;
};

/// Tallies of one tile, to be added to.
struct TallyTarget {
  void* data;
  Index plane_stride;
  Index row_stride;
};

template <class T>
void add_rows(const DeviceProducts& from, const Range& rows, const Range& cols, int planes,
              const TallyTarget& to) {
  for (int p = 0; p < planes; ++p) {
    for (Index r = 0; r < rows.size(); ++r) {
      const T* in =
          from.tallies.row<T>(p, rows.begin - from.first_row + r) + cols.begin - from.first_col;
      T* out = static_cast<T*>(to.data) + p * to.plane_stride + r * to.row_stride;
      for (Index c = 0; c < cols.size(); ++c) out[c] += in[c];
    }
  }
}

/// Adds a device's products of the local vectors `rows` and `cols` to a tile.
inline void add_products(const DeviceProducts& from, const Range& rows, const Range& cols,
                         int planes, bool reals, const TallyTarget& to) {
  if (reals) {
    add_rows<double>(from, rows, cols, planes, to);
  } else {
    add_rows<std::int32_t>(from, rows, cols, planes, to);
  }
}

}  // namespace encke::kokkos
