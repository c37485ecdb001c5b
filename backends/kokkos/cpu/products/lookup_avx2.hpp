#pragma once

#include <immintrin.h>

#include <cstdint>
#include <cstring>
#include <encke/base/function.hpp>

#include "kokkos/cpu/kernels.hpp"
#include "lookup_nibbles_avx2.hpp"

// The method of four Russians, for levels without a vector popcount. A nibble holds what one vector
// has in a few samples; what two nibbles add to the product is looked up. Columns lie side by side
// in the byte lanes of a register, the nibbles of two rows choose the table, whose bytes hold what
// each of the two rows adds, one in each half. So a shuffle and an addition are two samples of 32
// columns and two rows for genotypes, four for bits, and no sum across lanes is needed. A half byte
// holds three look-ups; then the halves are added to bytes of their own.

namespace encke::cpu {

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
  static constexpr Index row_pairs = tile_rows / 2;
  static constexpr Index lanes = 32;         ///< columns of a register
  static constexpr Index bytes_of_unit = 2;  ///< of the table, of which rows_ tells places
  static constexpr Index table_units = 16 / bytes_of_unit;  ///< what a table has of them
  static constexpr Index most_entries = 12288, most_cols = 384, most_rows = 64;  ///< of a block
  static constexpr Index per_word = 64 / Nibbles::samples;
  static constexpr Index half = 3;       ///< of look-ups of up to 4, what half a byte holds
  static constexpr Index byte_run = 60;  ///< what a byte holds: a multiple of `half`
  static constexpr Index depth = 288;    ///< look-ups of a vector that are laid out at a time
  static constexpr Index sum_run = 56 * depth;  ///< what a Sum holds

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
      const Index length = round_up(part.size() * per_word, half);
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

  /// Lays out 32 rows: where the tables of rows 0 and 1, 2 and 3, ... are.
  ENCKE_FUNCTION void lay_out_rows(Index first, const Range& words) {
    const Range held{words.begin - b_.left_begin, words.end - b_.left_begin};
    auto* tiles = rows_ + first / tile_rows;
    const auto lay_out = [&](Index lookup, __m256i(&nibbles)[8]) {
      for (__m256i& nibble : nibbles) {  // n0 + 16 n1 of each two rows, in units
        nibble = _mm256_maddubs_epi16(
            _mm256_set1_epi16(static_cast<short>(table_units + (16 * table_units << 8))), nibble);
      }
      transpose_8x8<Level>(nibbles);
      for (int t = 0; t < 8; ++t) {
        _mm256_store_si256(reinterpret_cast<__m256i*>(tiles[t][lookup]), nibbles[t]);
      }
    };
    nibbles_of<Level, Nibbles>(b_.left[0], first, b_.rows, held, lay_out);
    for (Index lookup = words.size() * per_word; lookup % half != 0; ++lookup) {
      for (int t = 0; t < 8; ++t) std::memset(tiles[t][lookup], 0, sizeof tiles[t][lookup]);
    }
  }

  ENCKE_FUNCTION void lay_out_columns(Index first, const Range& words) {
    auto& tile = cols_[first / tile_cols];
    const auto lay_out = [&](Index lookup, const __m256i(&nibbles)[8]) {
      for (int k = 0; k < 8; ++k) {
        auto* to = reinterpret_cast<__m256i*>(tile[lookup + k] + first % tile_cols);
        _mm256_store_si256(to, nibbles[k]);
      }
    };
    nibbles_of<Level, Nibbles>(b_.right[0], first, b_.cols, words, lay_out);
    for (Index lookup = words.size() * per_word; lookup % half != 0; ++lookup) {
      std::memset(tile[lookup] + first % tile_cols, 0, lanes);
    }
  }

  // Not inlined: within run() the compiler would keep some of the sums in memory. Against the same,
  // the empty statement after their additions asks for them in registers.
  [[gnu::noinline]] void look_up(Index row_tile, Index col_tile, Index length) {
    Sum* sums = sums_[row_tile * col_tiles_ + col_tile];
    const __m256i low_half = _mm256_set1_epi8(15);
    for (Index begin = 0; begin < length; begin += byte_run) {
      const Index end = begin + byte_run < length ? begin + byte_run : length;
      __m256i sum[tile_rows][2]{};
      for (Index t = begin; t < end; t += half) {
        const auto* cols = reinterpret_cast<const __m256i*>(cols_[col_tile][t]);
        const auto* rows = rows_[row_tile][t];
#pragma GCC unroll 2
        for (int p = 0; p < static_cast<int>(row_pairs); ++p) {
          __m256i entries[half];
#pragma GCC unroll 3
          for (int k = 0; k < static_cast<int>(half); ++k) {
            entries[k] =
                _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(
                    table.items + bytes_of_unit * Index{rows[k * row_pairs + p]})));
          }
#pragma GCC unroll 2
          for (int c = 0; c < 2; ++c) {
            __m256i pair = _mm256_shuffle_epi8(entries[0], cols[c]);
            pair = _mm256_add_epi8(pair, _mm256_shuffle_epi8(entries[1], cols[2 + c]));
            pair = _mm256_add_epi8(pair, _mm256_shuffle_epi8(entries[2], cols[4 + c]));
            const __m256i first = _mm256_and_si256(pair, low_half);
            const __m256i second = _mm256_and_si256(_mm256_srli_epi16(pair, 4), low_half);
            sum[2 * p][c] = _mm256_add_epi8(sum[2 * p][c], first);
            sum[2 * p + 1][c] = _mm256_add_epi8(sum[2 * p + 1][c], second);
            asm("" : "+x"(sum[2 * p][c]), "+x"(sum[2 * p + 1][c]));
          }
        }
      }
#pragma GCC unroll 4
      for (int r = 0; r < static_cast<int>(tile_rows); ++r) {
        widen(sum[r][0], sums + r * tile_cols);
        widen(sum[r][1], sums + r * tile_cols + lanes);
      }
    }
  }

  /// Adds the bytes of 32 columns to their sums: first those of even columns, then of odd ones.
  ENCKE_FUNCTION static void widen(__m256i bytes, Sum* sums) {
    auto* to = reinterpret_cast<__m256i*>(sums);
    const __m256i even = _mm256_and_si256(bytes, _mm256_set1_epi16(0xff));
    const __m256i odd = _mm256_srli_epi16(bytes, 8);
    _mm256_store_si256(to, _mm256_add_epi16(_mm256_load_si256(to), even));
    _mm256_store_si256(to + 1, _mm256_add_epi16(_mm256_load_si256(to + 1), odd));
  }

  /// Adds the sums of eight columns, less the biases, to tallies.
  ENCKE_FUNCTION static void add_eight(const Sum* even, std::int32_t biases, std::int32_t* to) {
    const __m128i four[2] = {_mm_loadl_epi64(reinterpret_cast<const __m128i*>(even)),
                             _mm_loadl_epi64(reinterpret_cast<const __m128i*>(even + lanes / 2))};
    const __m256i eight = _mm256_cvtepu16_epi32(_mm_unpacklo_epi16(four[0], four[1]));
    auto* at = reinterpret_cast<__m256i*>(to);
    const __m256i more = _mm256_sub_epi32(eight, _mm256_set1_epi32(biases));
    _mm256_storeu_si256(at, _mm256_add_epi32(_mm256_loadu_si256(at), more));
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
          for (Index c = 0; c < cols; c += 8) {
            const Sum* even = sums + r * tile_cols + c / lanes * lanes + c % lanes / 2;
            add_eight(even, Nibbles::bias * looked_up, to + c);
          }
        }
        std::memset(sums, 0, sizeof sums_[0]);
      }
    }
  }

  alignas(64) static constexpr Array<Byte, 4096> table = lookup_table<Nibbles>();

  alignas(64) Byte cols_[most_cols / tile_cols][depth][tile_cols];
  alignas(64) std::uint16_t rows_[most_rows / tile_rows][depth][row_pairs];
  alignas(64) Sum sums_[most_entries / (tile_rows * tile_cols)][tile_rows * tile_cols];
  const Block& b_;
  const Index row_tiles_;
  const Index col_tiles_;
};

}  // namespace encke::cpu
