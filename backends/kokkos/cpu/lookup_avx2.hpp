#pragma once

#include <immintrin.h>

#include <cstdint>
#include <cstring>
#include <encke/base/array.hpp>
#include <encke/base/function.hpp>

#include "kernels.hpp"

// The method of four Russians, for levels without a vector popcount. A nibble holds what one vector
// has in a few samples; what two nibbles add to the product is looked up. Columns lie side by side
// in the byte lanes of a register, the row's nibble chooses the table: a shuffle and an addition
// are two samples of 32 columns for genotypes, four for bits, and no sum across lanes is needed.

namespace encke::cpu {

/// Look-ups of a row nibble r and column nibble c; each adds entry(r, c) - bias.
struct GenotypeNibbles {
  static constexpr int planes = 2, samples = 2, bias = 2;  ///< nibble: 2 bits of z, 2 of s

  static constexpr int x(int nibble, int sample) {
    if ((nibble >> sample & 1) == 0) return 0;
    return (nibble >> (2 + sample) & 1) == 0 ? 1 : -1;
  }
  static constexpr int entry(int r, int c) { return bias + x(r, 0) * x(c, 0) + x(r, 1) * x(c, 1); }
};

struct BitNibbles {
  static constexpr int planes = 1, samples = 4, bias = 0;

  static constexpr int entry(int r, int c) { return __builtin_popcount(r & c); }
};

template <class Nibbles>
consteval Array<std::uint8_t, 256> lookup_table() {
  Array<std::uint8_t, 256> table{};
  for (int r = 0; r < 16; ++r) {
    for (int c = 0; c < 16; ++c)
      table[16 * r + c] = static_cast<std::uint8_t>(Nibbles::entry(r, c));
  }
  return table;
}

/// Bytes of one word of 32 vectors: out[b][v] is byte b of vector v. `group`: where the word of
/// each group of eight vectors is; null for a group that does not exist.
template <class Level>
ENCKE_FUNCTION void transpose_word(const std::byte* const (&group)[4], std::uint8_t (&out)[8][32]) {
  const __m256i pairs = _mm256_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15,  //
                                         0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  for (int g = 0; g < 4; ++g) {
    __m128i byte[4]{};  // bytes 0 and 1, 2 and 3, ... of the eight
    if (group[g] != nullptr) {
      const auto* from = reinterpret_cast<const __m256i*>(group[g]);
      const __m256i a = _mm256_shuffle_epi8(_mm256_load_si256(from), pairs);
      const __m256i b = _mm256_shuffle_epi8(_mm256_load_si256(from + 1), pairs);
      const __m128i a0 = _mm256_castsi256_si128(a), a1 = _mm256_extracti128_si256(a, 1);
      const __m128i b0 = _mm256_castsi256_si128(b), b1 = _mm256_extracti128_si256(b, 1);
      const __m128i a_low = _mm_unpacklo_epi16(a0, a1), a_high = _mm_unpackhi_epi16(a0, a1);
      const __m128i b_low = _mm_unpacklo_epi16(b0, b1), b_high = _mm_unpackhi_epi16(b0, b1);
      byte[0] = _mm_unpacklo_epi32(a_low, b_low);
      byte[1] = _mm_unpackhi_epi32(a_low, b_low);
      byte[2] = _mm_unpacklo_epi32(a_high, b_high);
      byte[3] = _mm_unpackhi_epi32(a_high, b_high);
    }
    for (int i = 0; i < 4; ++i) {
      _mm_storel_epi64(reinterpret_cast<__m128i*>(out[2 * i] + 8 * g), byte[i]);
      _mm_storeh_pd(reinterpret_cast<double*>(out[2 * i + 1] + 8 * g), _mm_castsi128_pd(byte[i]));
    }
  }
}

/// Nibble k of a byte of each plane, in 32 lanes.
template <class Level, class Nibbles>
ENCKE_FUNCTION __m256i nibble_of(const __m256i (&plane)[2], int k) {
  if constexpr (Nibbles::planes == 2) {
    const __m256i z = _mm256_and_si256(_mm256_srli_epi16(plane[0], 2 * k), _mm256_set1_epi8(3));
    const __m256i s =
        k == 0 ? _mm256_slli_epi16(plane[1], 2) : _mm256_srli_epi16(plane[1], 2 * k - 2);
    return _mm256_or_si256(z, _mm256_and_si256(s, _mm256_set1_epi8(12)));
  } else {
    return _mm256_and_si256(_mm256_srli_epi16(plane[0], 4 * k), _mm256_set1_epi8(15));
  }
}

/// The product of a block, see Products::complete.
template <class Level, class Nibbles>
class LookupProduct {
 public:
  static void multiply(const Block& b) {
    LookupProduct product(b);
    product.run();
  }

 private:
  using Byte = std::uint8_t;
  using Sum = std::uint16_t;

  static constexpr Index tile_rows = 4, tile_cols = 64;  ///< innermost loop: 8 registers of sums
  static constexpr Index lanes = 32;                     ///< columns of a register
  static constexpr Index most_entries = 12288, most_cols = 384, most_rows = 64;  ///< of a block
  static constexpr Index per_word = 64 / Nibbles::samples;
  static constexpr Index per_byte = per_word / 8;
  static constexpr Index depth = 512;    ///< look-ups of a vector that are laid out at a time
  static constexpr Index byte_run = 57;  ///< of look-ups of up to 4, what a byte holds
  static constexpr Index sum_run = 31 * depth;  ///< what a Sum holds

  ENCKE_FUNCTION explicit LookupProduct(const Block& b)
      : b_(b),
        row_tiles_((b.rows + tile_rows - 1) / tile_rows),
        col_tiles_((b.cols + tile_cols - 1) / tile_cols) {}

  ENCKE_FUNCTION void run() {
    constexpr Index words = depth / per_word;
    std::memset(sums_, 0, sizeof sums_);
    Index looked_up = 0;
    for (Index w = b_.words.begin; w < b_.words.end; w += words) {
      const Range part{w, w + words < b_.words.end ? w + words : b_.words.end};
      const Index length = part.size() * per_word;
      for (Index row = 0; row < b_.rows; row += lanes) lay_out_rows(row, part);
      for (Index col = 0; col < b_.cols; col += lanes) lay_out_columns(col, part);
      for (Index ct = 0; ct < col_tiles_; ++ct) {
        for (Index rt = 0; rt < needed_row_tiles(ct); ++rt) look_up(rt, ct, length);
      }
      looked_up += length;
      if (looked_up + depth <= sum_run && part.end < b_.words.end) continue;
      add_sums(static_cast<int>(looked_up));
      looked_up = 0;
    }
  }

  /// Row tiles with an entry above the diagonal.
  ENCKE_FUNCTION Index needed_row_tiles(Index col_tile) const {
    const Index rows = (col_tile + 1) * tile_cols - 1 - b_.diagonal;  // that have one
    if (rows <= 0) return 0;
    const Index tiles = (rows + tile_rows - 1) / tile_rows;
    return tiles < row_tiles_ ? tiles : row_tiles_;
  }

  /// Calls use(look-up, nibbles of 32 vectors) for all look-ups of the words.
  template <class Use>
  ENCKE_FUNCTION static void nibbles(const Stream& stream, Index first, Index vectors, Range words,
                                     const Use& use) {
    for (Index w = words.begin; w < words.end; ++w) {
      alignas(32) Byte bytes[2][8][32];
      for (int p = 0; p < Nibbles::planes; ++p) {
        const std::byte* group[4];
        for (int g = 0; g < 4; ++g) {
          const bool exists = first + 8 * g < vectors;
          group[g] =
              exists ? stream.group(first / 8 + g) + (w * Nibbles::planes + p) * 64 : nullptr;
        }
        transpose_word<Level>(group, bytes[p]);
      }
      Index lookup = (w - words.begin) * per_word;
      for (int byte = 0; byte < 8; ++byte) {
        __m256i plane[2];
        for (int p = 0; p < Nibbles::planes; ++p) {
          plane[p] = _mm256_load_si256(reinterpret_cast<const __m256i*>(bytes[p][byte]));
        }
#pragma GCC unroll 4
        for (int k = 0; k < static_cast<int>(per_byte); ++k) {
          use(lookup++, nibble_of<Level, Nibbles>(plane, k));
        }
      }
    }
  }

  /// Of 32 rows: 16 x nibble, the offset of the row's table.
  ENCKE_FUNCTION void lay_out_rows(Index first, const Range& words) {
    const Range held{words.begin - b_.left_begin, words.end - b_.left_begin};
    nibbles(b_.left[0], first, b_.rows, held, [&](Index lookup, __m256i nibble) {
      alignas(32) Byte offset[lanes];
      _mm256_store_si256(reinterpret_cast<__m256i*>(offset), _mm256_slli_epi16(nibble, 4));
      for (Index t = 0; t < lanes / tile_rows; ++t) {
        std::memcpy(rows_[first / tile_rows + t][lookup], offset + t * tile_rows, tile_rows);
      }
    });
  }

  ENCKE_FUNCTION void lay_out_columns(Index first, const Range& words) {
    auto& tile = cols_[first / tile_cols];
    nibbles(b_.right[0], first, b_.cols, words, [&](Index lookup, __m256i nibble) {
      _mm256_store_si256(reinterpret_cast<__m256i*>(tile[lookup] + first % tile_cols), nibble);
    });
  }

  ENCKE_FUNCTION void look_up(Index row_tile, Index col_tile, Index length) {
    const auto& rows = rows_[row_tile];
    const auto& cols = cols_[col_tile];
    Sum* sums = sums_[row_tile * col_tiles_ + col_tile];
    for (Index begin = 0; begin < length; begin += byte_run) {
      const Index end = begin + byte_run < length ? begin + byte_run : length;
      __m256i sum[tile_rows][2]{};
      for (Index t = begin; t < end; ++t) {
        const __m256i col0 = _mm256_load_si256(reinterpret_cast<const __m256i*>(cols[t]));
        const __m256i col1 = _mm256_load_si256(reinterpret_cast<const __m256i*>(cols[t] + lanes));
#pragma GCC unroll 4
        for (int r = 0; r < static_cast<int>(tile_rows); ++r) {
          const __m256i entries = _mm256_broadcastsi128_si256(
              _mm_load_si128(reinterpret_cast<const __m128i*>(table.items + rows[t][r])));
          sum[r][0] = _mm256_add_epi8(sum[r][0], _mm256_shuffle_epi8(entries, col0));
          sum[r][1] = _mm256_add_epi8(sum[r][1], _mm256_shuffle_epi8(entries, col1));
        }
      }
      for (int r = 0; r < static_cast<int>(tile_rows); ++r) {
        widen(sum[r][0], sums + r * tile_cols);
        widen(sum[r][1], sums + r * tile_cols + lanes);
      }
    }
  }

  ENCKE_FUNCTION static void widen(__m256i bytes, Sum* sums) {
    auto* to = reinterpret_cast<__m256i*>(sums);
    const __m256i low = _mm256_cvtepu8_epi16(_mm256_castsi256_si128(bytes));
    const __m256i high = _mm256_cvtepu8_epi16(_mm256_extracti128_si256(bytes, 1));
    _mm256_store_si256(to, _mm256_add_epi16(_mm256_load_si256(to), low));
    _mm256_store_si256(to + 1, _mm256_add_epi16(_mm256_load_si256(to + 1), high));
  }

  /// Adds the sums to the tallies, and empties them.
  ENCKE_FUNCTION void add_sums(int looked_up) {
    for (Index ct = 0; ct < col_tiles_; ++ct) {
      const Index first = ct * tile_cols;
      const Index groups = (b_.cols - first + 7) / 8;
      const Index cols = groups < tile_cols / 8 ? groups * 8 : tile_cols;
      for (Index rt = 0; rt < needed_row_tiles(ct); ++rt) {
        Sum* sums = sums_[rt * col_tiles_ + ct];
        for (Index r = 0; r < tile_rows; ++r) {
          auto* to =
              static_cast<std::int32_t*>(b_.tallies) + (rt * tile_rows + r) * b_.row_stride + first;
          for (Index c = 0; c < cols; ++c)
            to[c] += sums[r * tile_cols + c] - Nibbles::bias * looked_up;
        }
        std::memset(sums, 0, sizeof sums_[0]);
      }
    }
  }

  alignas(64) static constexpr Array<Byte, 256> table = lookup_table<Nibbles>();

  alignas(64) Byte cols_[most_cols / tile_cols][depth][tile_cols];
  alignas(64) Byte rows_[most_rows / tile_rows][depth][tile_rows];
  alignas(64) Sum sums_[most_entries / (tile_rows * tile_cols)][tile_rows * tile_cols];
  const Block& b_;
  const Index row_tiles_;
  const Index col_tiles_;
};

}  // namespace encke::cpu
