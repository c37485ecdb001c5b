#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <encke/base/array.hpp>
#include <encke/base/mix.hpp>
#include <string>

namespace encke {

/// 128-bit digest of a set of values. Adding is commutative, so the digest depends on neither the
/// order nor the division of the work: any backend, thread count, tile size or rank count that
/// finds the same values gives the same digest.
class Digest {
 public:
  constexpr Digest() = default;
  /// The digest whose words these are, as it was stored.
  constexpr Digest(std::uint64_t high, std::uint64_t low) : low_(low), high_(high) {}

  std::uint64_t high() const { return high_; }
  std::uint64_t low() const { return low_; }

  /// Adds `value` of table cell `cell` of the tuple `index` (ascending vector indices).
  template <class Integer, int Way>
  void add(const Array<Integer, Way>& index, std::uint32_t cell, double value) {
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
    const std::uint64_t kind = 4 * std::uint64_t{cell} + Way;
    std::uint64_t low = mix(kind + 0x9e3779b97f4a7c15ULL);
    std::uint64_t high = mix(kind + 0xd1b54a32d192ed03ULL);
    for (int v = 0; v < Way; ++v) {
      low = mix(low ^ static_cast<std::uint64_t>(index[v]));
      high = mix(high + static_cast<std::uint64_t>(index[v]));
    }
    low = mix(low ^ bits);
    high = mix(high + bits);
    add_words(low, high);
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
