#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <encke/base/array.hpp>
#include <encke/base/function.hpp>
#include <encke/base/mix.hpp>
#include <string>

namespace encke {

/// 128-bit digest of a set of values. Adding is commutative, so the digest depends on neither the
/// order nor the division of the work: any backend, thread count, tile size or rank count that
/// finds the same values gives the same digest.
class Digest {
 private:
  /// The two words of one value, as its parts enter.
  struct Words {
    Words() = default;
    Words(std::uint32_t cell, int way)
        : low(mix(4 * std::uint64_t{cell} + way + 0x9e3779b97f4a7c15ULL)),
          high(mix(4 * std::uint64_t{cell} + way + 0xd1b54a32d192ed03ULL)) {}
    ENCKE_FUNCTION void then(std::uint64_t part) {
      low = mix(low ^ part);
      high = mix(high + part);
    }

    std::uint64_t low = 0;
    std::uint64_t high = 0;
  };

 public:
  constexpr Digest() = default;
  /// The digest whose words these are, as it was stored.
  constexpr Digest(std::uint64_t high, std::uint64_t low) : low_(low), high_(high) {}

  std::uint64_t high() const { return high_; }
  std::uint64_t low() const { return low_; }

  /// Adds `value` of table cell `cell` of the tuple `index` (ascending vector indices).
  template <class Integer, int Way>
  void add(const Array<Integer, Way>& index, std::uint32_t cell, double value) {
    Words words(cell, Way);
    for (int v = 0; v < Way; ++v) words.then(static_cast<std::uint64_t>(index[v]));
    words.then(std::bit_cast<std::uint64_t>(value));
    add_words(words.low, words.high);
  }

  /// What the values of one cell have in common in tuples that differ in their last vector alone:
  /// half of the work of add().
  template <int Way>
  class Row {
   public:
    Row() = default;
    /// `index`: of which the last is not read.
    Row(const Array<std::uint32_t, Way>& index, std::uint32_t cell) : words_(cell, Way) {
      for (int v = 0; v < Way - 1; ++v) words_.then(index[v]);
    }

   private:
    friend class Digest;
    Words words_;
  };

  /// As add() of the row's tuple with `last` as its last vector.
  template <int Way>
  void add(const Row<Way>& row, std::uint32_t last, double value) {
    Words words = row.words_;
    words.then(last);
    words.then(std::bit_cast<std::uint64_t>(value));
    add_words(words.low, words.high);
  }

  void add(const Digest& other) { add_words(other.low_, other.high_); }

  /// 32 hexadecimal digits.
  std::string text() const {
    static constexpr char digits[] = "0123456789abcdef";
    std::string s(32, '0');
    for (std::size_t i = 0; i < 16; ++i) {
      s[i] = digits[(high_ >> (60 - 4 * i)) & 15];
      s[16 + i] = digits[(low_ >> (60 - 4 * i)) & 15];
    }
    return s;
  }

  friend bool operator==(const Digest&, const Digest&) = default;

 private:
  void add_words(std::uint64_t low, std::uint64_t high) {
    low_ += low;
    high_ += high + (low_ < low ? 1 : 0);
  }

  std::uint64_t low_ = 0;
  std::uint64_t high_ = 0;
};

}  // namespace encke
