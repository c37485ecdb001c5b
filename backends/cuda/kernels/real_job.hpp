#pragma once

#include <encke/contraction/powered_sums.hpp>

#include "minima_sums.hpp"

namespace encke::cuda {

/// Sums of reals other than minima.
enum class RealSums { none, powered32, powered64, adjusted32, adjusted64, weighted32, weighted64 };

/// As MinimaJob, with what all vectors have in common.
struct RealJob : MinimaJob {
  const std::byte* shared = nullptr;  ///< weighted bits: PackedVectors::shared(), in device memory
  PowerSeries series;                 ///< powered sums
};

/// Sums in device memory: [sum][row][column].
struct RealPlanes {
  double* data = nullptr;
  Index plane_stride = 0;
  Index row_stride = 0;

  ENCKE_FUNCTION double* at(int plane, Index row, Index col) const {
    return data + plane * plane_stride + row * row_stride + col;
  }
};

}  // namespace encke::cuda
