#pragma once

#include <cstddef>
#include <cstdint>
#include <encke/base/function.hpp>
#include <encke/base/index.hpp>

namespace encke::cuda {

/// Vectors of a panel on the device are padded with zeros to a multiple of this: no tile of any
/// kernel reads beyond them.
inline constexpr Index padding = 256;

/// Planes of vectors in device memory: word w of vector v of plane p is the 8 bytes at
///   plane[p] + v / 8 * group_stride[p] + w * word_stride[p] + v % 8 * 8.
struct PlaneSet {
  static constexpr int most = 3;
  const std::byte* plane[most] = {};
  Index group_stride[most] = {};
  Index word_stride[most] = {};
};

/// All planes of a panel or of a folded one.
struct Planes {
  static constexpr int most = 9;
  const std::byte* plane[most] = {};
  Index group_stride[most] = {};
  Index word_stride[most] = {};

  /// Planes [first, first + count), from a vector on that is a multiple of 16; 8 to a group.
  PlaneSet take(int first, int count, Index vector) const {
    PlaneSet set;
    for (int p = 0; p < count; ++p) {
      set.group_stride[p] = group_stride[first + p];
      set.word_stride[p] = word_stride[first + p];
      set.plane[p] = plane[first + p] + vector / 8 * set.group_stride[p];
    }
    return set;
  }
};

/// Tallies in device memory: [product][row][column]. Rows and columns have space for `padding`.
struct TallyPlanes {
  std::int32_t* data = nullptr;
  Index plane_stride = 0;
  Index row_stride = 0;  ///< a multiple of 4

  ENCKE_FUNCTION std::int32_t* at(int plane, Index row, Index col) const {
    return data + plane * plane_stride + row * row_stride + col;
  }
};

/// The candidates of a tile: entries [first, first + count) of those that were written; first is
/// -1 where there was no space for them. `ended`: none of its pairs could pass after a part of the
/// samples.
struct TileSpan {
  static constexpr std::int32_t ended = -1;
  std::int32_t first;
  std::int32_t count;
};

/// What the threads of a block keep of the candidates of their tile while they count them.
struct Candidates {
  std::int32_t* entries = nullptr;  ///< each: row * 65536 + column of the tile, then the products
  std::int32_t capacity = 0;        ///< entries that there is memory for
  std::int32_t* total = nullptr;    ///< entries wanted so far, of all tiles
  TileSpan* spans = nullptr;        ///< [tile row][tile column]
};

/// One rectangle of rows by columns, contracted over a range of words.
struct BitJob {
  PlaneSet left;
  PlaneSet right;
  Index first_word = 0;
  Index words = 0;
  Index rows = 0;
  Index cols = 0;
  Index diagonal = 0;  ///< entries with column <= row + diagonal are not wanted

  Index tile_cols(Index width) const { return divide_up(cols, width); }
};

}  // namespace encke::cuda
