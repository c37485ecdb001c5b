#pragma once

#include <bit>
#include <cstdint>
#include <encke/base/index.hpp>
#include <span>
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
    return next_of(first, end, [this](Index w) { return word(w); });
  }

  /// The same of words that `word_of` gives.
  template <class Word>
  static Index next_of(Index first, Index end, Word word_of) {
    if (first >= end) return end;
    std::uint64_t bits = word_of(first / 64) & ~std::uint64_t{0} << first % 64;
    for (Index w = first / 64;;) {
      if (bits != 0) return std::min<Index>(end, w * 64 + std::countr_zero(bits));
      if (++w * 64 >= end) return end;
      bits = word_of(w);
    }
  }

 private:
  static std::size_t at(Index item) { return static_cast<std::size_t>(item / 64); }

  std::vector<std::uint64_t> words_;
};

/// A bit for each pair of items that lie in a window of their order: row i has the items after i
/// and before ends[i]. Takes (ends[i] - i) / 8 bytes a row, in whole words.
class BitBand {
 public:
  /// `ends` never fall, and are above their index.
  explicit BitBand(std::span<const std::uint32_t> ends) {
    first_.push_back(0);
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const auto words = divide_up(Index{ends[i]}, 64) - first_word(static_cast<Index>(i));
      first_.push_back(first_.back() + static_cast<std::size_t>(words));
    }
    words_.resize(first_.back());
  }

  Index items() const { return static_cast<Index>(first_.size()) - 1; }
  /// i < j < ends[i].
  void set(Index i, Index j) { words_[place(i, j / 64)] |= std::uint64_t{1} << j % 64; }
  /// The items 64 w … 64 w + 63 of row i; w of a row's words.
  std::uint64_t word(Index i, Index w) const { return words_[place(i, w)]; }
  std::int64_t bytes() const {
    return static_cast<std::int64_t>(words_.capacity() * 8 + first_.capacity() * 8);
  }

 private:
  static Index first_word(Index i) { return i / 64; }
  std::size_t place(Index i, Index word) const {
    return first_[static_cast<std::size_t>(i)] + static_cast<std::size_t>(word - first_word(i));
  }

  std::vector<std::size_t> first_;
  std::vector<std::uint64_t> words_;
};

}  // namespace encke::ld
