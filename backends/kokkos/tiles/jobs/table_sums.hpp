#pragma once

#include <cstdint>
#include <encke/backend/backend.hpp>

#include "kokkos/cpu/kernels.hpp"
#include "kokkos/tiles/mask_sums.hpp"

namespace encke::kokkos {

/// A rectangle of pairs for which columns are laid out by samples once: of vectors that are laid
/// out whole, and of longer ones, of which all rows are summed before the next samples are.
inline constexpr MaskShape table_shape{16, 4}, long_table_shape{4, 4};
static_assert(table_tile.cols % 64 == 0);
static_assert(table_shape.col_tiles * table_tile.cols <= cpu::mask_vectors);

constexpr bool is_laid_out_whole(Index words) { return words * 64 <= cpu::mask_samples; }
constexpr MaskShape table_shape_of(Index words) {
  return is_laid_out_whole(words) ? table_shape : long_table_shape;
}

/// Bytes that a worker needs for the lists of tables of so many samples, at most.
constexpr std::int64_t table_bytes(Index block, Index fields) {
  const Index words = divide_up(fields, 64) + 1;  // classes begin at whole words
  const Index most = (is_laid_out_whole(words) ? 1 : long_table_shape.row_tiles) * table_tile.rows;
  const Index rows = block < most ? block : most;
  const Index bits = fields > 255 ? 16 : 8;
  return cpu::mask_line_bytes + rows * 2 * 9 * bits * 64 + MaskSpace::sums * 4 + most;
}

/// What the cost of making tables by lists or popcounts follows from.
struct TableWork {
  Index rows = 0, cols = 0, words = 0;
  Index listed = 0;   ///< samples in the lists of the rows
  Index longest = 0;  ///< of a list
  bool masks = false;

  TableWork(const Array<Operand, 2>& blocks, const Range& rows, const Range& cols);
  TableWork() = default;
  bool lists_possible() const { return words > 0 && longest <= cpu::longest_mask_list; }
  /// True if lists take less time for so many pairs than popcounts, of which one takes so many
  /// cycles for a pair and 64 samples: a function of these numbers alone.
  bool lists_faster(Index pairs, double popcount_of_word) const;
};

/// Tables of the pairs of local vectors `rows` and `cols` from sums over lists of samples, made in
/// the buffers of a worker.
class TableSums {
 public:
  TableSums(const cpu::TableKernels& kernels, const Array<Operand, 2>& blocks,
            const TableWork& work, const Range& rows, const Range& cols, MaskSpace& space);

  /// Rows of tiles that are summed at once.
  Index tiles_at_once() const { return whole_ ? 1 : long_table_shape.row_tiles; }
  /// Sums those rows of which tiles are made next.
  void count(const Range& rows);
  /// Writes all products of a tile of rows that are counted.
  void write(const Range& rows, const Range& cols, bool complete, std::int32_t* tallies,
             Index plane_stride, Index row_stride) const;

 private:
  void lay_out(const Range& words) const;
  Index size() const;

  const cpu::TableKernels& kernels_;
  const PackedVectors& left_;
  const PackedVectors& right_;
  Range cols_, counted_{0, 0};
  bool whole_, masks_;
  int bits_;
  MaskSpace& space_;
};

}  // namespace encke::kokkos
