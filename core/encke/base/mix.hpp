#pragma once

#include <cstdint>

namespace encke {

/// Finaliser of a 64-bit hash: a bijection in which every input bit reaches every output bit
/// (constants of D. Stafford's "Mix13", 2011).
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace encke
