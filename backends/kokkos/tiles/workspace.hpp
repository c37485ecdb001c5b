#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <encke/host/aligned_buffer.hpp>

#include "mask_space.hpp"

namespace encke::kokkos {

/// Size of the tiles that one worker contracts and hands over at once: small enough that the
/// tallies are still in the worker's cache when they are visited.
struct TileSize {
  Index rows;
  Index cols;  ///< a multiple of 3 registers of 16 vectors
};
inline constexpr TileSize pair_tile{64, 192};
inline constexpr TileSize triple_tile{32, 384};
inline constexpr TileSize trait_tile{32, 96};   ///< of 14 planes of doubles
inline constexpr TileSize table_tile{32, 128};  ///< of genotypes by class: up to 18 planes

/// Part `i` of a range that is cut into parts of `size`; the last may be shorter.
constexpr Range part(const Range& all, Index i, Index size) {
  const Index begin = all.begin + i * size;
  return {begin, begin + size < all.end ? begin + size : all.end};
}

constexpr Index widest_panel = 16;  ///< vectors of a panel of the widest units

/// What lies before `end`, where vectors have indices `offset` higher, in whole panels.
constexpr Range clipped(const Range& vectors, Index offset, Index end) {
  if (end >= vectors.end + offset) return vectors;
  const Index before = end - offset - vectors.begin;
  const Index left = round_up(before > 0 ? before : 0, widest_panel);
  return {vectors.begin, vectors.begin + left < vectors.end ? vectors.begin + left : vectors.end};
}

/// First column of a row that is looked at, where those up to `last_unwanted` lie on or below the
/// diagonal: a multiple of a cache line of candidates.
constexpr Index first_needed(Index last_unwanted, Index cols) {
  const Index first = last_unwanted + 1;
  return first <= 0 ? 0 : (first < cols ? first : cols) / 64 * 64;
}

/// Buffers of one worker, for one tile at a time.
struct Workspace {
  static constexpr Index cells = 12288;
  static_assert(pair_tile.rows * pair_tile.cols <= cells);
  static_assert(triple_tile.rows * triple_tile.cols <= cells);
  static constexpr Index planes = 8;
  static constexpr Index fold_bytes = Index{1} << 18;
  static constexpr Index most_cols = 384;
  static constexpr Index class_planes = 4;  ///< genotypes 0 and 1 of controls and cases
  static_assert(planes * sizeof(std::int32_t) >= 4 * sizeof(double));
  static_assert(trait_tile.rows * trait_tile.cols * 14 * sizeof(double) <=
                cells * planes * sizeof(std::int32_t));

  /// int32 for genotypes, double (up to half as many planes) for reals, of which the second half is
  /// for sums over one segment.
  AlignedBuffer<std::int32_t> tallies{cells * planes};
  AlignedBuffer<std::byte> folded{fold_bytes};
  AlignedBuffer<std::uint8_t> candidates{cells};
  AlignedBuffer<std::int32_t> col_x{most_cols};
  AlignedBuffer<std::int32_t> positives{2 * 64};
  AlignedBuffer<std::int32_t> col_counts{class_planes * most_cols};
  AlignedBuffer<float> col_limits{most_cols};
  AlignedBuffer<float> row_limits{pair_tile.rows};
  AlignedBuffer<std::int32_t> constants{2 * 27 * 16};  ///< see TableSource
  MaskSpace masks;
  AlignedBuffer<std::byte> laid_out;        ///< empty until a kernel needs it
  AlignedBuffer<std::int32_t> sums_of_job;  ///< see JobSums; likewise

  /// So many bytes at least, for Block::space; null if that is 0.
  std::byte* space(Index bytes) {
    if (laid_out.size() < bytes) laid_out = AlignedBuffer<std::byte>(bytes);
    return laid_out.data();
  }
  /// Memory for as many planes of sums as `tallies` holds.
  double* segment(int sums) { return reinterpret_cast<double*>(tallies.data()) + sums * cells; }

  static std::int64_t bytes() {
    return cells * planes * 4 + fold_bytes + cells + (2 + class_planes) * most_cols * 4 +
           2 * 64 * 4 + 2 * 27 * 16 * 4;
  }
};

}  // namespace encke::kokkos
