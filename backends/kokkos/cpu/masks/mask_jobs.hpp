#pragma once

#include <cstddef>
#include <cstdint>
#include <encke/base/index.hpp>
#include <encke/pack/panel.hpp>

// Products with presence masks from lists of the missing samples, see docs/design/kernels.md:
//   sum q_i m_j = sum q_i - (sum of q_i over the samples that j is missing), q = z, s, m or b.
// This header is read by files that are compiled for different levels, so it holds no function
// bodies.

namespace encke::cpu {

/// Vectors that are summed side by side, a bit of a line of 64 bytes for each.
inline constexpr Index mask_vectors = 512;
/// Samples that are laid out at a time: 384 KiB of lines.
inline constexpr Index mask_samples = 2048;
/// Planes that are summed of a vector, at most: two of values, and the mask.
inline constexpr int mask_planes = 3;
/// Bytes of the lines of a plane: of so many samples, and of one that is zero.
inline constexpr Index mask_plane_bytes = (mask_samples + 1) * 64;
inline constexpr Index mask_line_bytes = mask_planes * mask_plane_bytes;
/// Longest list: counts have 16 bits.
inline constexpr Index longest_mask_list = 65535;

/// Planes of up to 512 vectors, summed over the samples that each of other vectors is missing.
struct MaskCount {
  Stream values;               ///< of the vectors that are summed
  Stream mask;                 ///< their masks, summed too; no data: not summed
  Index vectors = 0;           ///< at most mask_vectors
  Stream lists;                ///< masks of the others
  Range others;                ///< which are wanted
  Index fields = 0;            ///< samples
  std::byte* lines = nullptr;  ///< buffer of mask_line_bytes, zero for a plane's last sample
  bool laid_out = false;       ///< it has the lines of all samples already
  /// [other][plane][lower, upper byte][64 vectors][bit]: of `others` they are written, and the
  /// upper bytes left out where counts need no more than 8 bits.
  std::uint64_t* counts = nullptr;
  int bits = 8;  ///< that a count needs
};

/// Of a tile the rows, and the groups of 16 columns, that hold a pair; a bit for each.
struct MaskFound {
  std::uint64_t rows = ~0ULL;
  std::uint64_t col_groups = ~0ULL;
};

/// The products with masks of a tile of up to 64 rows by 192 columns, from such sums.
struct MaskTallies {
  const std::uint64_t* by_col = nullptr;  ///< sums of the rows, from the first column's on
  const std::uint64_t* by_row = nullptr;  ///< sums of the columns, from the first row's on
  Index row_word = 0;                     ///< word of a line that has the rows
  Index col_word = 0;                     ///< first word that has the columns
  bool wide = false;                      ///< counts are stored in 16 bits
  Index rows = 0;
  Index cols = 0;
  /// Sums of all samples: of x, present, of x^2. Those of columns in whole registers of 64.
  const std::int32_t *row_x = nullptr, *row_present = nullptr, *row_square = nullptr;
  const std::int32_t *col_x = nullptr, *col_square = nullptr;
  std::int32_t* tallies = nullptr;  ///< planes from 1 on are written, as the missing form has them
  MaskFound wanted = {};            ///< what may be left unwritten of them
  Index plane_stride = 0;
  Index row_stride = 0;
};

/// The screen by CorrelationBound of such a tile, whose plane 0 is there.
struct MaskScreen {
  static constexpr Index most_fields = 4096;  ///< for which float32 is good enough
  float floor = 0;                            ///< of what may pass, rounding allowed for
  Index diagonal = 0;                         ///< columns up to row + diagonal are not wanted
  std::uint8_t* out = nullptr;                ///< a byte for each entry, as wide as the tallies
};

/// Null where an element, or a level, has none.
struct MaskKernels {
  void (*count)(const MaskCount&) = nullptr;
  void (*tallies)(const MaskTallies&) = nullptr;
  /// Marks what may pass, and tells where. Counts must have 8 bits.
  MaskFound (*screen)(const MaskTallies&, const MaskScreen&) = nullptr;
  /// Cycles that popcounts would take for a pair and 64 samples, less those of the complete form:
  /// what lists are weighed against.
  double popcounts_of_word = 0.29;  // of two popcounts of 512 bits a cycle; measured on Zen 5
};

}  // namespace encke::cpu
