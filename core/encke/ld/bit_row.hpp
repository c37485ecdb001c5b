#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <encke/base/index.hpp>
#include <vector>

namespace encke::ld {

/// A bit for each of a range of items.
class BitRow {
 public:
  explicit BitRow(Index items) : words_(static_cast<std::size_t>(divide_up(items, 64))) {}

  bool has(Index item) const { return (words_[at(item)] >> item % 64 & 1) != 0; }
  void set(Index item) { words_[at(item)] |= std::uint64_t{1} << item % 64; }
  void clear(Index item) { words_[at(item)] &= ~(std::uint64_t{1} << item % 64); }
  std::uint64_t word(Index w) const { return words_[static_cast<std::size_t>(w)]; }

  /// The first item from `first` on, before `end`, that has its bit; `end` where there is none.
  Index next(Index first, Index end) const {
    if (first >= end) return end;
    std::uint64_t bits = word(first / 64) & ~std::uint64_t{0} << first % 64;
    for (Index w = first / 64;;) {
      if (bits != 0) return std::min<Index>(end, w * 64 + std::countr_zero(bits));
      if (++w * 64 >= end) return end;
      bits = word(w);
    }
  }

 private:
  static std::size_t at(Index item) { return static_cast<std::size_t>(item / 64); }

  std::vector<std::uint64_t> words_;
};

}  // namespace encke::ld
