#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <encke/base/bits/count_bits.hpp>
#include <encke/base/function.hpp>
#include <encke/base/index.hpp>

// One 64-bit word, or one real, a register: every CPU, and what team_units.hpp makes the units of
// devices from. `Level` names the instruction-set level, so that each level has its own copies.

namespace encke::cpu {

template <class T, class From>
ENCKE_FUNCTION T load_as(const From* p) {
  T x;
  __builtin_memcpy(&x, p, sizeof(T));
  return x;
}

template <class Level>
struct ScalarBits {
  using Register = std::uint64_t;
  using Counter = std::int64_t;
  using Total = std::int64_t;
  using Cell = std::int32_t;
  static constexpr int element = 8, bytes = 8, lanes = 1;
  static constexpr Index max_words = 512;

  ENCKE_FUNCTION static Register load(const std::byte* p) { return load_as<Register>(p); }
  ENCKE_FUNCTION static Register broadcast(const std::byte* p) { return load_as<Register>(p); }
  ENCKE_FUNCTION static Register both(Register a, Register b) { return a & b; }
  ENCKE_FUNCTION static Register both_xor(Register z, Register a, Register b) {
    return z & (a ^ b);
  }
  ENCKE_FUNCTION static Register both_xnor(Register z, Register a, Register b) {
    return z & ~(a ^ b);
  }
  ENCKE_FUNCTION static Register without(Register a, Register b) { return b & ~a; }
  ENCKE_FUNCTION static Register majority(Register a, Register b, Register c) {
    return (a & b) | ((a | b) & c);
  }
  ENCKE_FUNCTION static Register choose(Register which, Register one, Register zero) {
    return zero ^ (which & (one ^ zero));
  }
  /// True if a < b in their upper bits, or these are equal and `lower` is set.
  ENCKE_FUNCTION static Register less(Register a, Register b, Register lower) {
    return (~a & b) | (~(a ^ b) & lower);
  }
  /// True if the upper bit, a or b, of the one of two whose lower bit is 1 is less than the
  /// other's; `a_low` is a's lower bit, and b's is the other.
  ENCKE_FUNCTION static Register one_is_less(Register a, Register b, Register a_low) {
    return (a ^ b) & (a ^ a_low);
  }
  ENCKE_FUNCTION static Counter start(const Cell*) { return 0; }
  ENCKE_FUNCTION static void count(Counter& c, Register r) {
#if defined(__POPCNT__) || !defined(__x86_64__) || defined(__CUDACC__) || defined(__HIP__)
    c += __builtin_popcountll(r);
#else
    c += static_cast<Counter>(count_bits(r));
#endif
  }
  ENCKE_FUNCTION static Total total(Counter c) { return c; }
  ENCKE_FUNCTION static Total minus_twice(Total a, Total b) { return a - 2 * b; }
  ENCKE_FUNCTION static Total plus_twice(Total a, Total b) { return a + 2 * b; }
  ENCKE_FUNCTION static void add(Cell* out, Total t) { *out += static_cast<Cell>(t); }
  ENCKE_FUNCTION static void subtract(Cell* out, Total t) { *out -= static_cast<Cell>(t); }
};

/// float32 is summed in float32 over a chunk and added to the tally in float64; float64 goes on
/// from the tally, so that calls chain.
template <class Level, class T>
struct ScalarReals {
  using Register = T;
  using Counter = T;
  using Cell = double;
  static constexpr int element = sizeof(T), bytes = sizeof(T), lanes = 1;
  static constexpr Index max_words = 4096;                          // Minima::segment
  static constexpr Index chunk = sizeof(T) == 4 ? 256 : max_words;  // Minima::chunk

  ENCKE_FUNCTION static Register load(const std::byte* p) { return load_as<T>(p); }
  ENCKE_FUNCTION static Register broadcast(const std::byte* p) { return load_as<T>(p); }
  ENCKE_FUNCTION static Counter start(const Cell* out) {
    return sizeof(T) == sizeof(double) ? static_cast<T>(*out) : T{0};
  }
  ENCKE_FUNCTION static void add_min(Counter& c, Register a, Register b) { c += a < b ? a : b; }
  ENCKE_FUNCTION static void put(Cell* out, Counter c) {
    if constexpr (sizeof(T) == sizeof(double)) {
      *out = c;
    } else {
      *out += static_cast<double>(c);
    }
  }
};

/// 64 bits of counts T of one vector.
template <class Level, class T>
struct ScalarCounts {
  using Register = std::uint64_t;
  using Counter = std::int64_t;
  using Cell = std::int32_t;
  static constexpr int element = 8, bytes = 8, lanes = 1;
  static constexpr Index max_words = 512;

  ENCKE_FUNCTION static Register load(const std::byte* p) { return load_as<Register>(p); }
  ENCKE_FUNCTION static Register broadcast(const std::byte* p) { return load_as<Register>(p); }
  ENCKE_FUNCTION static Counter start(const Cell*) { return 0; }
  template <class AnyCounter>
  ENCKE_FUNCTION static void add_min(AnyCounter& c, Register a, Register b) {
    for (unsigned shift = 0; shift < 64; shift += 8 * sizeof(T)) {
      const T x = static_cast<T>(a >> shift);
      const T y = static_cast<T>(b >> shift);
      c += x < y ? x : y;
    }
  }
  ENCKE_FUNCTION static void put(Cell* out, Counter c) { *out += static_cast<Cell>(c); }
};

}  // namespace encke::cpu
