#pragma once

#include <cstdint>
#include <encke/contraction/powered_sums.hpp>

#include "kokkos/cpu/kernels.hpp"

// Powered sums: a row vector at a time against registers of columns, over the fields in which the
// row is above 0, which are listed once for each chunk. Registers are the compiler's vector types,
// as wide as the level's (of wider ones GCC 12 compares one element after the other). Each lane
// does what the definition (metric/powered_sums.hpp) does, so all levels give the same bits.

namespace encke::cpu {

/// A struct of its own: of an alias within PoweredKernel the attribute is lost where it is a
/// template's argument.
template <class T, int Bytes>
struct Vector {
  using Type [[gnu::vector_size(Bytes)]] = T;
};

template <class Level, class T>
struct PoweredKernel {
  static constexpr int bytes = Level::register_bytes;
  static constexpr int lanes = bytes / sizeof(T);  ///< columns of a register
  static constexpr int group = 64 / sizeof(T);     ///< vectors of a group
  static constexpr bool narrow = sizeof(T) == 4;
  static constexpr int terms = narrow ? PowerSeries::terms32 : PowerSeries::terms64;
  static constexpr Index planes = 3;
  using Register = typename Vector<T, bytes>::Type;
  using Half = typename Vector<T, bytes / 2>::Type;
  using Doubles = typename Vector<double, bytes>::Type;

  /// A field of the row that is above 0.
  struct Field {
    std::int32_t offset;  ///< of its first plane in a stream, in bytes, from the chunk's begin
    T value, factor, inverse;
  };

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

  [[gnu::always_inline]] static const T* series(const Block& b) {
    const auto& both = *static_cast<const PowerSeries*>(b.shared);
    if constexpr (narrow) {
      return both.narrow;
    } else {
      return both.wide;
    }
  }

  /// Lists the row's fields in a chunk of `words` from `from` on; returns how many.
  [[gnu::always_inline]] static int list(const std::byte* from, Index words, Field* out) {
    int count = 0;
    for (Index w = 0; w < words; ++w) {
      const auto* x = reinterpret_cast<const T*>(from + w * planes * 64);
      out[count] = {static_cast<std::int32_t>(w * planes * 64), x[0], x[group], x[2 * group]};
      count += x[0] > 0 ? 1 : 0;
    }
    return count;
  }

  /// One row against N registers of columns, of which b holds the first.
  template <int N>
  [[gnu::always_inline]] static void strip(const T* c, const Field* fields, int count,
                                           const std::byte* const (&right)[N], double* first,
                                           double* second) {
    Register sums[2][N];
    for (int n = 0; n < N; ++n) {
      sums[0][n] = start(first + n * lanes);
      sums[1][n] = start(second + n * lanes);
    }
    for (int f = 0; f < count; ++f) {
      const Field& x = fields[f];
      const Powered<Register> u{all(x.value), all(x.factor), all(x.inverse)};
      const Register power = all(x.factor * x.value);
      Powered<Register> v[N];
      for (int n = 0; n < N; ++n) {
        const std::byte* p = right[n] + x.offset;
        v[n] = {load(p), load(p + 64), load(p + 128)};
      }
      add_powered<terms>(c, u, power, v, sums[0], sums[1]);
    }
    for (int n = 0; n < N; ++n) {
      put(first + n * lanes, sums[0][n]);
      put(second + n * lanes, sums[1][n]);
    }
  }

  template <int N>
  [[gnu::always_inline]] static void strips(const Block& b, Index row, const Field* fields,
                                            int count, Index& reg) {
    constexpr Index per_group = group / lanes;
    const Index registers = (b.cols + lanes - 1) / lanes;
    for (; reg + N <= registers; reg += N) {
      const std::byte* right[N];
      for (int n = 0; n < N; ++n) {
        right[n] = b.right[0].group((reg + n) / per_group) + (reg + n) % per_group * bytes +
                   b.words.begin * planes * 64;
      }
      auto* out = static_cast<double*>(b.tallies) + row * b.row_stride + reg * lanes;
      strip<N>(series(b), fields, count, right, out, out + b.plane_stride);
    }
  }

  static void multiply(const Block& whole) {
    Field fields[Minima::chunk];
    Block b = whole;
    for (b.words.begin = whole.words.begin; b.words.begin < whole.words.end;
         b.words.begin += Minima::chunk) {
      const Index left = whole.words.end - b.words.begin;
      b.words.end = b.words.begin + (left < Minima::chunk ? left : Minima::chunk);
      for (Index row = 0; row < b.rows; ++row) {
        const std::byte* from = b.left[0].group(row / group) + row % group * Index{sizeof(T)} +
                                b.words.begin * planes * 64;
        const int count = list(from, b.words.size(), fields);
        // columns up to this one are not needed
        const Index last = row + b.diagonal;
        Index reg = last < 0 ? 0 : (last + 1) / lanes;
        strips<Level::powered.registers>(b, row, fields, count, reg);
        strips<1>(b, row, fields, count, reg);
      }
    }
  }
};

}  // namespace encke::cpu
