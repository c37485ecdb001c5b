#pragma once

#include <cstdint>
#include <encke/base/index.hpp>

namespace encke::cpu {

/// Eight rows of a tile of pairs whose tallies hold the first part of the samples, and what is
/// known of the vectors. Nothing is missing. For a kernel that tells which columns may still pass.
///
/// Arrays of floats, one number for each row and for each column:
///   correlation  0: mean of x over all samples; 1: sum of x - mean over the part; 2: sum of x over
///                the part; 3: root of the sum of (x - mean)^2 over all samples; 4: over the rest
///   weights      0: samples of the rest with x > 0; 1: with x < 0; 2: sum of x over all samples;
///                3, 4: 1 / weight of allele 0, 1
///   overlap      0: samples of the rest with the bit; 1: size
struct PartBand {
  static constexpr Index rows = 8;
  static constexpr int arrays = 5;

  const std::int32_t* joint = nullptr;  ///< XX of the first row and column
  Index row_stride = 0;
  Range cols;  ///< begin and end are multiples of 16
  const float* row[arrays] = {};
  const float* col[arrays] = {};  ///< readable up to cols.end
  /// correlation: root of the floor; weights: floor times the sum of a table; overlap: floor.
  /// With allowance for rounding.
  float floor = 0;
  float fields = 0;  ///< samples
};

/// Bit e of the result: whether one of the columns 8 e to 8 e + 7 may pass in one of the rows.
/// Columns before and behind `cols` have none.
using PartKernel = std::uint32_t (*)(const PartBand&);

}  // namespace encke::cpu
