#pragma once

#include <cstddef>
#include <cstdint>
#include <encke/base/index.hpp>
#include <encke/host/aligned_buffer.hpp>

#include "kokkos/cpu/masks/mask_jobs.hpp"

namespace encke::kokkos {

/// Buffers of one worker for sums over missing samples; empty until there are any.
struct MaskSpace {
  /// Of the rows and columns of a tile; of tables, of the columns of a job.
  static constexpr Index sums = 6 * cpu::mask_vectors;

  AlignedBuffer<std::byte> lines;
  /// Those of rows, which the next job often has, too.
  AlignedBuffer<std::byte> row_lines;
  std::uint64_t row_content = 0;  ///< PackedVectors::content(); 0: of none
  Range rows{0, 0};
  AlignedBuffer<std::uint64_t> by_col;  ///< sums of rows over what columns are missing
  AlignedBuffer<std::uint64_t> by_row;
  AlignedBuffer<std::int32_t> vectors;
  AlignedBuffer<std::uint8_t> common;  ///< of each row of a table the genotype that has no list

  /// Bytes where vectors have `fields` samples, at most: lists of 255 and less need 8 bits a count.
  static constexpr std::int64_t bytes(Index fields, Index rows, Index cols) {
    const Index bits = fields > 255 ? 16 : 8;
    return 2 * cpu::mask_line_bytes + (3 * cols + 2 * rows) * bits * 64 + sums * 4;
  }
};

}  // namespace encke::kokkos
