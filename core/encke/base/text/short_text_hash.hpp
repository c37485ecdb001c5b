#pragma once

#include <array>
#include <cstdint>
#include <encke/base/text/same_text.hpp>
#include <string_view>

namespace encke {

/// A hash of short texts, for tables of so many that sip_hash() would take a tenth of all time. Up
/// to 16 bytes at a time have the key mixed in and are multiplied with each other, and the halves
/// of the product are joined, as wyhash of Wang Yi does it. Who does not know the key cannot tell
/// which texts have the same hash.
inline std::uint64_t short_text_hash(std::string_view text,
                                     const std::array<std::uint64_t, 2>& key) {
  __extension__ using Wide = unsigned __int128;
  const auto fold = [](std::uint64_t a, std::uint64_t b) {
    const Wide product = Wide{a} * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  };
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15ULL;
  std::uint64_t state = key[0] ^ (text.size() * odd);
  for (; text.size() > 16; text.remove_prefix(16)) {
    state = fold(word_at<std::uint64_t>(text, 0) ^ key[1], word_at<std::uint64_t>(text, 8) ^ state);
  }
  const std::size_t size = text.size();
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  if (size >= 8) {
    first = word_at<std::uint64_t>(text, 0);
    last = word_at<std::uint64_t>(text, size - 8);
  } else if (size >= 4) {
    first = word_at<std::uint32_t>(text, 0);
    last = word_at<std::uint32_t>(text, size - 4);
  } else if (size > 0) {
    const auto byte = [&](std::size_t at) {
      return std::uint64_t{word_at<unsigned char>(text, at)};
    };
    first = byte(0) << 16 | byte(size / 2) << 8 | byte(size - 1);
  }
  return fold(fold(first ^ key[1], last ^ state) ^ key[0], odd);
}

}  // namespace encke
