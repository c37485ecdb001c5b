#pragma once

#include <cstdint>
#include <encke/base/function.hpp>

namespace encke {

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
