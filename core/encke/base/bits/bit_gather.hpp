#pragma once

#include <bit>
#include <cstdint>
#include <encke/base/index.hpp>
#include <vector>

namespace encke {

/// Which bits of a word go together, and how: Warren, Hacker's Delight, 2nd edition, section 7-4
/// (compress).
class BitGather {
 public:
  explicit BitGather(std::uint64_t mask) : chosen_(mask), moves_{}, count_(std::popcount(mask)) {
    std::uint64_t zeros = ~mask << 1;  // below each bit
    for (int i = 0; i < 6; ++i) {
      std::uint64_t odd = zeros;
      for (int shift = 1; shift < 64; shift *= 2) odd ^= odd << shift;
      moves_[i] = odd & mask;
      mask = (mask ^ moves_[i]) | (moves_[i] >> (1 << i));
      zeros &= ~odd;
    }
  }

  std::uint64_t chosen() const { return chosen_; }
  int count() const { return count_; }
  /// The chosen bits of a word, side by side from bit 0 on.
  std::uint64_t operator()(std::uint64_t word) const {
    word &= chosen_;
    for (int i = 0; i < 6; ++i) {
      const std::uint64_t moving = word & moves_[i];
      word = (word ^ moving) | (moving >> (1 << i));
    }
    return word;
  }

 private:
  std::uint64_t chosen_;
  std::uint64_t moves_[6];
  int count_;
};

/// Puts bits behind those that are there, from a word on, in words that are 0.
class BitWriter {
 public:
  explicit BitWriter(std::vector<std::uint64_t>& to, Index word = 0) : to_(to), bit_(64 * word) {}

  /// `bits`: none but the lowest `count`.
  void add(std::uint64_t bits, int count) {
    if (count == 0) return;
    const auto word = idx(bit_ / 64);
    const int at = static_cast<int>(bit_ % 64);
    to_[word] |= bits << at;
    if (at + count > 64) to_[word + 1] |= bits >> (64 - at);
    bit_ += count;
  }

 private:
  std::vector<std::uint64_t>& to_;
  Index bit_;
};

}  // namespace encke
