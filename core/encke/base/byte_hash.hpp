#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <encke/base/mix.hpp>
#include <span>
#include <string>

namespace encke {

/// 64-bit hash of a sequence of bytes, for telling files apart; not a cryptographic one. Runs at
/// memory speed. The result depends on the bytes alone, not on the pieces in which they come.
class ByteHash {
 public:
  void add(std::span<const std::byte> bytes) {
    length_ += bytes.size();
    if (pending_size_ > 0) {
      const std::size_t taken = std::min(bytes.size(), block - pending_size_);
      std::memcpy(pending_.data() + pending_size_, bytes.data(), taken);
      pending_size_ += taken;
      bytes = bytes.subspan(taken);
      if (pending_size_ < block) return;
      take_blocks(pending_);
      pending_size_ = 0;
    }
    const std::size_t whole = bytes.size() / block * block;
    take_blocks(bytes.first(whole));
    pending_size_ = bytes.size() - whole;
    if (pending_size_ > 0) std::memcpy(pending_.data(), bytes.data() + whole, pending_size_);
  }

  /// Hash of all bytes so far; more may follow.
  std::uint64_t value() const {
    ByteHash end = *this;
    std::memset(end.pending_.data() + end.pending_size_, 0, block - end.pending_size_);
    end.take_blocks(end.pending_);
    std::uint64_t h = length_;
    for (const std::uint64_t lane : end.lanes_) h = mix(h ^ lane);
    return h;
  }

  /// 16 hexadecimal digits.
  std::string text() const {
    static constexpr char digits[] = "0123456789abcdef";
    const std::uint64_t h = value();
    std::string s(16, '0');
    for (std::size_t i = 0; i < 16; ++i) s[i] = digits[(h >> (60 - 4 * i)) & 15];
    return s;
  }

 private:
  static constexpr std::size_t block = 32;
  // Odd, without pattern in their bits: fractions of the golden ratio and of the square root of 2.
  static constexpr std::uint64_t lane_factor = 0x9e3779b97f4a7c15ULL;
  static constexpr std::uint64_t word_factor = 0x6a09e667f3bcc909ULL;

  // Four independent chains, so that the latency of the multiplication is hidden. Each step is a
  // bijection of the lane for a given word and of the word for a given lane: no change of a single
  // word is ever lost. The words are multiplied too: a flipped bit would otherwise be cancelled by
  // another flipped bit in the lane's next word.
  void take_blocks(std::span<const std::byte> bytes) {
    std::array<std::uint64_t, 4> lanes = lanes_;
    for (std::size_t at = 0; at < bytes.size(); at += block) {
      std::array<std::uint64_t, 4> words;
      std::memcpy(words.data(), bytes.data() + at, block);
      for (std::size_t i = 0; i < 4; ++i) {
        lanes[i] = std::rotl(lanes[i] ^ (words[i] * word_factor), 29) * lane_factor;
      }
    }
    lanes_ = lanes;
  }

  std::array<std::uint64_t, 4> lanes_ = {1, 2, 3, 4};  // different, so that order matters
  std::array<std::byte, block> pending_ = {};
  std::size_t pending_size_ = 0;
  std::uint64_t length_ = 0;
};

}  // namespace encke
