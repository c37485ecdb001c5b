#pragma once

#include <encke/backend/backend.hpp>

#include "kokkos/cpu/kernels.hpp"
#include "kokkos/tiles/mask_sums.hpp"
#include "kokkos/tiles/workspace.hpp"

namespace encke::kokkos {

/// Products of complete vectors of all pairs of a job, made at once: for kernels that lay out
/// vectors (Products::space), which takes three quarters of the time of a tile by itself. Tiles are
/// then copied from it. Of vectors that miss samples it is the sum of x x.
class JobSums {
 public:
  /// Local vectors `rows` and `cols`: at most mask_shape tiles.
  JobSums(const cpu::Products& products, const Array<Operand, 2>& blocks, const Range& rows,
          const Range& cols, Workspace& work);

  /// Writes the entries of a tile of these rows and columns, whole lines of pair_tile.cols.
  void write(const Range& rows, const Range& cols, std::int32_t* tallies) const;

  /// Bytes that a worker needs for it, at most: what vectors are laid out in, and the sums.
  static std::int64_t bytes(const cpu::Products& products) {
    return products.space == 0 ? 0 : products.space + most_rows * stride * Index{4};
  }

 private:
  static constexpr Index most_rows = mask_shape.row_tiles * pair_tile.rows;
  static constexpr Index stride = mask_shape.col_tiles * pair_tile.cols;

  const std::int32_t* sums_;
  Range rows_, cols_;
};

}  // namespace encke::kokkos
