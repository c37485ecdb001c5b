#pragma once

#include <cstdint>
#include <encke/base/function.hpp>

namespace encke {

/// Spelled out, because a baseline build has no popcount instruction and would call a function,
/// and without a multiplication, which vector units lack for 64 bits.
ENCKE_FUNCTION std::uint64_t count_bits(std::uint64_t x) {
  x -= (x >> 1) & 0x5555555555555555ULL;
  x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
  x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
  x += x >> 8;
  x += x >> 16;
  x += x >> 32;
  return x & 127;
}

/// Bit j of byte i becomes bit i of byte j.
ENCKE_FUNCTION std::uint64_t transposed_bits(std::uint64_t x) {
  std::uint64_t t = (x ^ (x >> 7)) & 0x00aa00aa00aa00aaULL;
  x ^= t ^ (t << 7);
  t = (x ^ (x >> 14)) & 0x0000cccc0000ccccULL;
  x ^= t ^ (t << 14);
  t = (x ^ (x >> 28)) & 0x00000000f0f0f0f0ULL;
  return x ^ t ^ (t << 28);
}

}  // namespace encke
