#pragma once

#include <cstddef>
#include <cstdint>
#include <encke/base/function.hpp>
#include <type_traits>

#include "kokkos/cpu/kernels.hpp"

// Products of bits and genotypes as those of 8-bit integers: planes are laid out as signed bytes,
// some samples at a time, and tiles of 16 rows by 16 columns multiplied, 64 samples a step. See
// docs/design/kernels.md, "Tiles of bytes".

namespace encke::cpu {

/// Rows, and columns, of a tile.
inline constexpr Index byte_tile = 16;
/// Words that are laid out at a time.
inline constexpr Index byte_words = 16;
/// Bytes of Block::space that a ByteProduct needs: 512 rows and 384 columns, or with masks half as
/// many of each.
inline constexpr Index byte_space = (512 + 384) * byte_words * 64;

/// The product of a block. `Tiles`: registers, see AmxTiles. `Values`, `Masks`: what bytes the
/// planes become, see bytes_avx512.hpp; Masks is void where nothing is missing. Products with masks
/// are those of forms::PairMissing and forms::BitPairMissing.
template <class Level, class Tiles, class Values, class Masks = void>
class ByteProduct {
 public:
  static void multiply(const Block& b) {
    ByteProduct product(b);
    product.run();
  }

 private:
  static constexpr bool masked = !std::is_void_v<Masks>;
  static constexpr int layers = masked ? 2 : 1;  ///< of a side: values, masks
  static constexpr bool constants = masked && Values::planes == 2;
  static constexpr Index group = 8;                        ///< vectors that lie side by side
  static constexpr Index tile_bytes = byte_tile * 64;      ///< of a tile for one word
  static constexpr Index most_rows = 64, most_cols = 192;  ///< with masks
  static constexpr Index sums_stride = byte_tile * Index{sizeof(std::int32_t)};

  ENCKE_FUNCTION explicit ByteProduct(const Block& b)
      : b_(b),
        row_tiles_((b.rows + byte_tile - 1) / byte_tile),
        col_tiles_((b.cols + byte_tile - 1) / byte_tile) {}

  ENCKE_FUNCTION void run() {
    tiles_.configure();
    for (Index w = b_.words.begin; w < b_.words.end; w += byte_words) {
      const Index left = b_.words.end - w;
      words_ = {w, w + (left < byte_words ? left : byte_words)};
      lay_out<Values>(0);
      if constexpr (masked) lay_out<Masks>(1);
      multiply_words();
    }
    tiles_.release();
    if constexpr (constants) subtract_positive();
  }

  /// Where a tile of rows, or of columns, lies: one of each layer, word after word.
  ENCKE_FUNCTION std::byte* rows_at(int layer, Index tile) const {
    return b_.space + (layer * (row_tiles_ + col_tiles_) + tile) * byte_words * tile_bytes;
  }
  ENCKE_FUNCTION std::byte* cols_at(int layer, Index tile) const {
    return rows_at(layer, row_tiles_ + tile);
  }

  template <class Bytes>
  ENCKE_FUNCTION void lay_out(int layer) {
    constexpr Index stride = Bytes::planes * 64;  // from word to word
    for (Index t = 0; t < row_tiles_; ++t) {
      for (Index g = 0; g < 2; ++g) {
        std::byte* to = rows_at(layer, t) + g * group * 64;
        const Index first = t * byte_tile + g * group;
        const std::byte* from = first >= b_.rows ? nullptr
                                                 : b_.left[layer].group(first / group) +
                                                       (words_.begin - b_.left_begin) * stride;
        for (Index w = 0; w < words_.size(); ++w, to += tile_bytes) {
          lay_out_rows<Bytes>(from == nullptr ? nullptr : from + w * stride, to);
        }
      }
    }
    for (Index t = 0; t < col_tiles_; ++t) {
      std::byte* to = cols_at(layer, t);
      for (Index w = words_.begin; w < words_.end; ++w, to += tile_bytes) {
        const std::byte* from[2];
        for (Index g = 0; g < 2; ++g) {
          const Index first = t * byte_tile + g * group;
          from[g] = first >= b_.cols ? nullptr : b_.right[layer].group(first / group) + w * stride;
        }
        Bytes::columns(from, to);
      }
    }
  }

  /// A word of eight rows; null: of rows that are not there.
  template <class Bytes>
  ENCKE_FUNCTION void lay_out_rows(const std::byte* from, std::byte* to) {
    if (from == nullptr) {
      __builtin_memset(to, 0, group * 64);
      return;
    }
    for (Index r = 0; r < group; ++r) Bytes::row(from + r * 8, to + r * 64);
  }

  /// Two tiles by two at a time, so that a tile that is loaded is multiplied twice.
  ENCKE_FUNCTION void multiply_words() {
    for (int product = 0; product < layers * layers; ++product) {
      for (Index r = 0; r < row_tiles_; r += 2) {
        for (Index c = 0; c < col_tiles_; c += 2) {
          const Index behind = (c + 2) * byte_tile < b_.cols ? (c + 2) * byte_tile : b_.cols;
          if (behind - 1 <= r * byte_tile + b_.diagonal) continue;
          const bool rows = r + 1 < row_tiles_, cols = c + 1 < col_tiles_;
          if (rows && cols) {
            multiply_tiles<2, 2>(product, r, c);
          } else if (rows) {
            multiply_tiles<2, 1>(product, r, c);
          } else if (cols) {
            multiply_tiles<1, 2>(product, r, c);
          } else {
            multiply_tiles<1, 1>(product, r, c);
          }
        }
      }
    }
  }

  // Tiles 0 to 3 are sums, 4 and 5 rows, 6 and 7 columns.
  template <int M, int N>
  [[gnu::noinline]] void multiply_tiles(int product, Index r, Index c) {
    const std::byte* rows[2] = {rows_at(product / layers, r), rows_at(product / layers, r + 1)};
    const std::byte* cols[2] = {cols_at(product % layers, c), cols_at(product % layers, c + 1)};
    start<0>(product, r, c);
    if constexpr (N == 2) start<1>(product, r, c + 1);
    if constexpr (M == 2) start<2>(product, r + 1, c);
    if constexpr (M == 2 && N == 2) start<3>(product, r + 1, c + 1);
    for (Index at = 0; at < words_.size() * tile_bytes; at += tile_bytes) {
      tiles_.template load<4>(rows[0] + at, 64);
      tiles_.template load<6>(cols[0] + at, 64);
      tiles_.template multiply<0, 4, 6>();
      if constexpr (N == 2) {
        tiles_.template load<7>(cols[1] + at, 64);
        tiles_.template multiply<1, 4, 7>();
      }
      if constexpr (M == 2) {
        tiles_.template load<5>(rows[1] + at, 64);
        tiles_.template multiply<2, 5, 6>();
      }
      if constexpr (M == 2 && N == 2) tiles_.template multiply<3, 5, 7>();
    }
    finish<0>(product, r, c);
    if constexpr (N == 2) finish<1>(product, r, c + 1);
    if constexpr (M == 2) finish<2>(product, r + 1, c);
    if constexpr (M == 2 && N == 2) finish<3>(product, r + 1, c + 1);
  }

  ENCKE_FUNCTION std::int32_t* tallies(int product, Index r, Index c) const {
    return static_cast<std::int32_t*>(b_.tallies) + product * b_.plane_stride +
           r * byte_tile * b_.row_stride + c * byte_tile;
  }
  /// True if all sums of a tile are entries of the block. Of others memory may hold other things.
  ENCKE_FUNCTION bool is_whole(Index r, Index c) const {
    return (r + 1) * byte_tile <= b_.rows && (c + 1) * byte_tile <= b_.cols;
  }
  template <int t>
  ENCKE_FUNCTION void start(int product, Index r, Index c) {
    if (is_whole(r, c)) {
      tiles_.template load<t>(tallies(product, r, c), b_.row_stride * Index{sizeof(std::int32_t)});
    } else {
      tiles_.template zero<t>();
    }
  }
  template <int t>
  ENCKE_FUNCTION void finish(int product, Index r, Index c) {
    std::int32_t* const to = tallies(product, r, c);
    if (is_whole(r, c)) {
      tiles_.template store<t>(to, b_.row_stride * Index{sizeof(std::int32_t)});
      return;
    }
    alignas(64) std::int32_t sums[byte_tile * byte_tile];
    tiles_.template store<t>(sums, sums_stride);
    for (Index row = 0; row < byte_tile && r * byte_tile + row < b_.rows; ++row) {
      for (Index col = 0; col < byte_tile && c * byte_tile + col < b_.cols; ++col) {
        to[row * b_.row_stride + col] += sums[row * byte_tile + col];
      }
    }
  }

  /// The constants to which forms::PairMissing adds are in the tallies: samples in which x_i, and
  /// x_j, are 1. Here they come off again.
  ENCKE_FUNCTION void subtract_positive() {
    alignas(64) std::int64_t of_rows[most_rows], of_cols[most_cols];
    count_positive(b_.left[0], b_.left_begin, b_.rows, of_rows);
    count_positive(b_.right[0], 0, b_.cols, of_cols);
    for (Index r = 0; r < b_.rows; ++r) {
      auto* const x_m =
          static_cast<std::int32_t*>(b_.tallies) + b_.plane_stride + r * b_.row_stride;
      auto* const m_x = x_m + b_.plane_stride;
      const auto of_row = static_cast<std::int32_t>(of_rows[r]);
      for (Index c = 0; c < b_.cols; ++c) {
        x_m[c] -= of_row;
        m_x[c] -= static_cast<std::int32_t>(of_cols[c]);
      }
    }
  }
  ENCKE_FUNCTION void count_positive(const Stream& stream, Index begin, Index vectors,
                                     std::int64_t* counts) const {
    for (Index first = 0; first < vectors; first += group, counts += group) {
      for (Index v = 0; v < group; ++v) counts[v] = 0;
      const std::byte* const from = stream.group(first / group);
      for (Index w = b_.words.begin - begin; w < b_.words.end - begin; ++w) {
        Values::add_positive(from + w * Values::planes * 64, counts);
      }
    }
  }

  Tiles tiles_;
  const Block& b_;
  Range words_;
  const Index row_tiles_;
  const Index col_tiles_;
};

}  // namespace encke::cpu
