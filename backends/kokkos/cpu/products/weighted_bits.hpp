#pragma once

#include <cstdint>
#include <encke/contraction/weighted_bits.hpp>
#include <type_traits>

#include "kokkos/cpu/kernels.hpp"
#include "kokkos/tiles/workspace.hpp"

// Sums of the weights of bits that two vectors share. A row against a strip of columns: of each
// group of four fields in which the row has a bit (these are listed beforehand), its table of sums
// is restricted to the row's bits, and the columns' own bits, one index for each column, choose an
// entry. So a group takes a look-up and an addition for a register of columns, and a group in which
// the row has no bit takes nothing: it adds 0, which changes no sum.
//
// A Unit is a register of sums of some level, with: Value, Sum, Table; lanes (columns of a
// register), registers (of a strip); bytes (of a register of indices); lay_out, list, restrict,
// add, start, put.

namespace encke::cpu {

/// The groups of one word in which there are bits, behind `out`; returns how many.
template <class Level>
[[gnu::always_inline]] inline int list_groups(std::uint64_t word, unsigned first_group,
                                              std::uint16_t* out) {
  int count = 0;
  if (word == 0) return 0;
#pragma GCC unroll 16
  for (unsigned k = 0; k < 16; ++k) {
    const auto bits = static_cast<unsigned>(word >> (4 * k)) & 15U;
    out[count] = static_cast<std::uint16_t>((first_group + k) * 16 + bits);
    count += bits != 0 ? 1 : 0;
  }
  return count;
}

template <class Level, class Unit>
class WeightedProduct {
 public:
  static void multiply(const Block& b) {
    WeightedProduct product(b);
    product.run();
  }

 private:
  using T = typename Unit::Value;
  using Item = std::uint16_t;
  static constexpr bool narrow = std::is_same_v<T, float>;
  static constexpr Index groups_of_word = 64 / WeightedBits::group;
  static constexpr Index cols = Unit::lanes * Unit::registers;  ///< of a strip
  static constexpr Index most_rows = kokkos::pair_tile.rows;
  static constexpr Index chunk = WeightedBits::chunk / 64;  ///< words that are listed at a time
  static constexpr Index stage = 4;  ///< words whose indices are laid out: 24 KiB for 64 bytes
  static constexpr Index stages = chunk / stage;
  static constexpr Index slack = 16;  ///< items that list() may write behind the last one
  static constexpr Index index_stride = Unit::registers * Unit::bytes;
  static_assert(kokkos::pair_tile.cols % cols == 0, "a strip beyond the tallies of a row");

  [[gnu::always_inline]] explicit WeightedProduct(const Block& b)
      : b_(b), sums_(static_cast<const T*>(b.shared)) {}

  [[gnu::always_inline]] void run() {
    for (Index w = b_.words.begin; w < b_.words.end; w += chunk) {
      const Range words{w, w + chunk < b_.words.end ? w + chunk : b_.words.end};
      for (Index row = 0; row < b_.rows; ++row) list_row(row, words);
      for (Index col = 0; col < b_.cols; col += cols) {
        const Index last = col + cols - 1 - b_.diagonal;  // rows before it have such a column
        const Index rows = last < b_.rows ? last : b_.rows;
        if (rows > 0) strip(col, rows, words);
      }
    }
  }

  [[gnu::always_inline]] void list_row(Index row, const Range& words) {
    const std::byte* bits = b_.left[0].group(row / 8) + row % 8 * 8;
    Item* out = items_[row];
    int count = 0;
    for (Index w = words.begin; w < words.end; ++w) {
      const Index word = (w - words.begin) % stage;
      const Index at = (w - words.begin) / stage;
      count += Unit::list(*reinterpret_cast<const std::uint64_t*>(bits + w * 64),
                          static_cast<unsigned>(word * groups_of_word), out + count);
      ends_[row][at] = count;
    }
  }

  /// All rows of which some column of the strip is needed, over a chunk.
  [[gnu::always_inline]] void strip(Index col, Index rows, const Range& words) {
    auto* const tallies = static_cast<double*>(b_.tallies) + col;
    if constexpr (narrow)
      __builtin_memset(part_, 0, sizeof part_[0] * static_cast<std::size_t>(rows));
    for (Index at = 0; at * stage < words.size(); ++at) {
      const Index first = words.begin + at * stage;
      for (Index w = first; w < words.end && w < first + stage; ++w) {
        for (Index r = 0; r < Unit::registers; ++r) {
          Unit::lay_out(b_.right[0], col + r * Unit::lanes, b_.cols, w,
                        index_ + (w - first) * groups_of_word * index_stride + r * Unit::bytes,
                        index_stride);
        }
      }
      const T* sums = sums_ + first * groups_of_word * WeightedBits::entries;
      for (Index row = 0; row < rows; ++row) {
        const Item* begin = items_[row] + (at == 0 ? 0 : ends_[row][at - 1]);
        const Item* end = items_[row] + ends_[row][at];
        if constexpr (narrow) {
          add_groups(begin, end, sums, part_[row]);
        } else {
          add_groups(begin, end, sums, tallies + row * b_.row_stride);
        }
      }
    }
    if constexpr (narrow) {
      for (Index row = 0; row < rows; ++row) {
        double* out = tallies + row * b_.row_stride;
        for (Index c = 0; c < cols; ++c) out[c] += static_cast<double>(part_[row][c]);
      }
    }
  }

  [[gnu::always_inline]] void add_groups(const Item* item, const Item* end, const T* sums, T* out) {
    typename Unit::Sum sum[Unit::registers];
#pragma GCC unroll 16
    for (int r = 0; r < static_cast<int>(Unit::registers); ++r) {
      sum[r] = Unit::start(out + r * Unit::lanes);
    }
    for (; item < end; ++item) {
      const Index group = *item / 16;
      const auto table = Unit::restrict_to(sums + group * WeightedBits::entries, *item % 16U);
      const std::byte* index = index_ + group * index_stride;
#pragma GCC unroll 16
      for (int r = 0; r < static_cast<int>(Unit::registers); ++r) {
        sum[r] = Unit::add(sum[r], table, index + r * Unit::bytes);
      }
    }
#pragma GCC unroll 16
    for (int r = 0; r < static_cast<int>(Unit::registers); ++r) {
      Unit::put(out + r * Unit::lanes, sum[r]);
    }
  }

  const Block& b_;
  const T* sums_;
  alignas(64) std::byte index_[stage * groups_of_word * index_stride];  ///< [group][register]
  alignas(64) T part_[narrow ? most_rows : 1][cols];  ///< float32: sums over the chunk
  /// For each row the groups in which it has bits, 16 x group + bits, with groups counted within a
  /// stage; and where each stage's end.
  Item items_[most_rows][chunk * groups_of_word + slack];
  int ends_[most_rows][stages];
};

}  // namespace encke::cpu
