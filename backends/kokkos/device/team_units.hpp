#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <encke/base/bits/count_bits.hpp>

#include "kokkos/cpu/units/scalar.hpp"
#include "kokkos/device/team_tiling.hpp"
#if KOKKOS_VERSION >= 40100
#include <Kokkos_BitManipulation.hpp>
#endif

// The units that teams use: one word, or one real, of one vector, as those of the portable level.
// Counts are 32 bits wide, which devices add fastest: tallies are below 2^31, and what is added and
// taken away in between is right modulo 2^32.

namespace encke::kokkos {

/// Bits that are set: by the instruction that a device has for it, on a host by steps.
KOKKOS_INLINE_FUNCTION std::uint32_t count_bits(std::uint64_t word) {
  if constexpr (is_device<Kokkos::DefaultExecutionSpace>) {
#if KOKKOS_VERSION >= 40100
    return static_cast<std::uint32_t>(Kokkos::Experimental::popcount_builtin(word));
#else
    return static_cast<std::uint32_t>(
        Kokkos::Impl::bit_count(static_cast<std::uint32_t>(word)) +
        Kokkos::Impl::bit_count(static_cast<std::uint32_t>(word >> 32)));
#endif
  } else {
    return static_cast<std::uint32_t>(encke::count_bits(word));
  }
}

struct Teams;  // names the copies of the units that teams use

/// Adds to a tally modulo 2^32.
KOKKOS_INLINE_FUNCTION void add_to(std::int32_t* out, std::uint32_t count) {
  *out = static_cast<std::int32_t>(static_cast<std::uint32_t>(*out) + count);
}

struct TeamBits : cpu::ScalarBits<Teams> {
  using Counter = std::uint32_t;
  using Total = std::uint32_t;

  ENCKE_FUNCTION static Counter start(const Cell*) { return 0; }
  ENCKE_FUNCTION static void count(Counter& c, Register r) { c += count_bits(r); }
  ENCKE_FUNCTION static Total total(Counter c) { return c; }
  ENCKE_FUNCTION static Total minus_twice(Total a, Total b) { return a - 2 * b; }
  ENCKE_FUNCTION static Total plus_twice(Total a, Total b) { return a + 2 * b; }
  ENCKE_FUNCTION static void add(Cell* out, Total t) { add_to(out, t); }
  ENCKE_FUNCTION static void subtract(Cell* out, Total t) { add_to(out, 0 - t); }
};

template <class T>
struct TeamCounts : cpu::ScalarCounts<Teams, T> {
  using Register = std::uint64_t;
  using Counter = std::uint32_t;
  using Cell = std::int32_t;

  ENCKE_FUNCTION static Counter start(const Cell*) { return 0; }
  ENCKE_FUNCTION static void put(Cell* out, Counter c) { add_to(out, c); }
};

template <class T>
using TeamReals = cpu::ScalarReals<Teams, T>;

}  // namespace encke::kokkos
