#pragma once

#include <cstdint>
#include <encke/backend/backend.hpp>
#include <encke/host/aligned_buffer.hpp>

#include "kokkos/cpu/kernels.hpp"
#include "workspace.hpp"

namespace encke::kokkos {

/// How the products of pairs with masks are made where samples are missing: from lists of these,
/// or by popcounts (the missing forms). The tallies are the same.
enum class MaskRoute { by_counts, lists, popcounts };

/// A rectangle of pairs whose sums over missing samples are made at once: tiles of rows and of
/// columns. Rows, and columns, fill a line of 512 bits.
struct MaskShape {
  Index row_tiles;
  Index col_tiles;
};
inline constexpr MaskShape mask_shape{8, 2};
static_assert(mask_shape.row_tiles * pair_tile.rows <= cpu::mask_vectors);
static_assert(mask_shape.col_tiles * pair_tile.cols <= cpu::mask_vectors);
static_assert(pair_tile.rows == 64 && pair_tile.cols % 64 == 0);
static_assert(MaskSpace::sums >= 3 * pair_tile.rows + 2 * pair_tile.cols);

/// Bytes that a worker needs for them, at most: blocks of so many vectors with so many samples.
constexpr std::int64_t mask_bytes(Index block, Index fields) {
  const Index rows = mask_shape.row_tiles * pair_tile.rows;
  const Index cols = mask_shape.col_tiles * pair_tile.cols;
  return MaskSpace::bytes(fields, block < rows ? block : rows, block < cols ? block : cols);
}

/// What the cost of either route follows from.
struct MaskWork {
  Index rows = 0, cols = 0, fields = 0;
  Index missing_of_rows = 0, missing_of_cols = 0;  ///< samples, over all of them
  Index longest = 0;                               ///< list of one vector

  MaskWork(const Array<Operand, 2>& blocks, const Range& rows, const Range& cols);
  MaskWork() = default;
  bool lists_possible() const { return longest <= cpu::longest_mask_list; }
  /// True if lists take less time than popcounts, of which a pair takes so many cycles for 64
  /// samples: a function of these numbers alone.
  bool lists_faster(double popcounts_of_word) const;
};

/// Sums over missing samples of the pairs of local vectors `rows` and `cols`, made in the buffers
/// of a worker.
class MaskSums {
 public:
  MaskSums(const cpu::MaskKernels& kernels, const Array<Operand, 2>& blocks, const Range& rows,
           const Range& cols, Index longest, MaskSpace& space);

  /// Writes the products with masks of a tile of these rows and columns: planes 1 and up.
  void write(const Range& rows, const Range& cols, std::int32_t* tallies, Index plane_stride,
             Index row_stride, const cpu::MaskFound& wanted = {}) const;

  /// True if screen() can tell what may pass without them.
  bool has_screen() const {
    return kernels_.screen != nullptr && bits_ == 8 &&
           left_.fields() <= cpu::MaskScreen::most_fields;
  }
  /// Marks what may pass of a tile whose plane 0 is made, and tells where.
  cpu::MaskFound screen(const Range& rows, const Range& cols, const std::int32_t* tallies,
                        Index row_stride, const cpu::MaskScreen& screen) const;

 private:
  /// The tile's sums, without its tallies.
  cpu::MaskTallies tile_of(const Range& rows, const Range& cols) const;
  void count(const PackedVectors& summed, const Range& vectors, bool masks,
             const PackedVectors& listed, const Range& others, const Range& wanted,
             AlignedBuffer<std::uint64_t>& to);
  int planes(bool masks) const;

  const cpu::MaskKernels& kernels_;
  const PackedVectors& left_;
  const PackedVectors& right_;
  Range rows_, cols_;
  int bits_;
  MaskSpace& space_;
};

}  // namespace encke::kokkos
