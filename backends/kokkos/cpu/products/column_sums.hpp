#pragma once

#include <cstddef>

// What products of one row with registers of columns have in common: powered and adjusted sums.
// Registers are the compiler's vector types, as wide as the level's.

namespace encke::cpu {

/// A struct of its own: of an alias within ColumnSums the attribute is lost where it is a
/// template's argument.
template <class T, int Bytes>
struct Vector {
  using Type [[gnu::vector_size(Bytes)]] = T;
};

/// Sums of reals T of a row with the columns of a register, in the order of Minima.
template <class Level, class T>
struct ColumnSums {
  static constexpr int bytes = Level::register_bytes;
  static constexpr int lanes = bytes / sizeof(T);  ///< columns of a register
  static constexpr int group = 64 / sizeof(T);     ///< vectors of a group
  static constexpr bool narrow = sizeof(T) == 4;
  using Register = typename Vector<T, bytes>::Type;
  using Half = typename Vector<T, bytes / 2>::Type;
  using Doubles = typename Vector<double, bytes>::Type;

  [[gnu::always_inline]] static Register load(const std::byte* p) {
    return *reinterpret_cast<const Register*>(p);
  }
  [[gnu::always_inline]] static Register all(T x) { return x - Register{}; }

  /// float32 is summed by itself over a chunk and then added; float64 goes on from the tally.
  [[gnu::always_inline]] static Register start(const double* out) {
    Register sums{};
    if constexpr (!narrow) __builtin_memcpy(&sums, out, bytes);
    return sums;
  }
  [[gnu::always_inline]] static void put(double* out, const Register& sums) {
    if constexpr (!narrow) {
      __builtin_memcpy(out, &sums, bytes);
    } else {
      for (int half = 0; half < 2; ++half, out += lanes / 2) {
        Half part;
        Doubles total;
        __builtin_memcpy(&part, reinterpret_cast<const T*>(&sums) + half * lanes / 2, bytes / 2);
        __builtin_memcpy(&total, out, bytes);
        total += __builtin_convertvector(part, Doubles);
        __builtin_memcpy(out, &total, bytes);
      }
    }
  }
};

}  // namespace encke::cpu
