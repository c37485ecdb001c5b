#pragma once

#include <cstdint>
#include <encke/base/function.hpp>

namespace encke {

/// Bits that are set, by steps that every vector unit has: without a multiplication of 64 bits. A
/// build for any x86-64 has no instruction for it, and compilers would call a function.
ENCKE_FUNCTION std::uint64_t count_bits(std::uint64_t x) {
  x -= (x >> 1) & 0x5555555555555555ULL;
  x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
  x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
  x += x >> 8;
  x += x >> 16;
  x += x >> 32;
  return x & 127;
}

/// The same as a type, for code that is compiled for several sets of instructions ...
struct CountBySteps {
  ENCKE_FUNCTION std::uint64_t operator()(std::uint64_t x) const { return count_bits(x); }
};
/// ... and by the one instruction of those that have it.
struct CountAtOnce {
  ENCKE_FUNCTION std::uint64_t operator()(std::uint64_t x) const {
    return static_cast<std::uint64_t>(__builtin_popcountll(x));
  }
};

}  // namespace encke
