#pragma once

#include <cstdint>
#include <encke/network/mcl/columns.hpp>
#include <vector>

namespace encke::network {

/// Sets of numbers below 64 · words, one after the other: a bit for each number, and how many of a
/// set are below each word.
struct SlabSets {
  std::vector<std::uint64_t> bits;
  std::vector<std::uint32_t> rank;

  void resize(std::size_t words) {
    bits.assign(words, 0);
    rank.assign(words, 0);
  }
  void put(std::size_t first_word, std::size_t number) {
    bits[first_word + number / 64] |= std::uint64_t{1} << (number % 64);
  }
  /// To be called when the set of these words is whole. Returns how many are in it.
  std::size_t finish(std::size_t first_word, std::size_t words);
};

/// A matrix cut into slabs of `height` rows. A slab holds, of each column that has an entry there,
/// its `height` values one after the other: columns are added to sums that stay in registers.
/// Zeros are multiplied too, which changes no sum.
class Slabs {
 public:
  static constexpr std::size_t height = 32;

  /// True if the square of the matrix takes less time this way than entry by entry.
  static bool pay_off(const Columns& matrix);

  /// `matrix` must outlive this. Memory: a quarter of a byte for each column and slab, and 128
  /// bytes for each of these that has an entry.
  explicit Slabs(const Columns& matrix);

  /// Columns [first, last) of the square, each with rows() values in `product`. `sources` is
  /// memory for it.
  void multiply(std::size_t first, std::size_t last, SlabSets& sources,
                std::vector<float>& product) const;

  /// Rows of the matrix, rounded up to whole slabs.
  std::size_t rows() const { return slabs_ * height; }

 private:
  const Columns& matrix_;
  std::size_t slabs_;
  std::size_t words_;               ///< of a set of columns
  SlabSets sets_;                   ///< of each slab, the columns that have entries there
  std::vector<std::size_t> begin_;  ///< of each slab, in units of `height` values
  std::vector<float> value_;
};

}  // namespace encke::network
