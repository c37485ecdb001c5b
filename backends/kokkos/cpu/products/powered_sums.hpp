#pragma once

#include <cstdint>
#include <encke/contraction/powered_sums.hpp>

#include "kokkos/cpu/kernels.hpp"
#include "kokkos/cpu/products/column_sums.hpp"
#include "kokkos/cpu/products/real_steps.hpp"

// Powered sums: a row vector at a time against registers of columns, over the fields in which the
// row is above 0, which are listed once for each chunk. Registers are the compiler's vector types,
// as wide as the level's (of wider ones GCC 12 compares one element after the other). Each lane
// does what the definition (contraction/powered_sums.hpp) does, so all levels give the same bits.

namespace encke::cpu {

template <class Level, class T>
struct PoweredKernel {
  using Sums = ColumnSums<Level, T>;
  using Register = typename Sums::Register;
  static constexpr int bytes = Sums::bytes, lanes = Sums::lanes, group = Sums::group;
  static constexpr bool narrow = Sums::narrow;
  static constexpr int terms = narrow ? PowerSeries::terms32 : PowerSeries::terms64;
  static constexpr Index planes = 3;

  /// A field of the row that is above 0.
  struct Field {
    std::int32_t offset;  ///< of its first plane in a stream, in bytes, from the chunk's begin
    T value, factor, inverse;
  };

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
      sums[0][n] = Sums::start(first + n * lanes);
      sums[1][n] = Sums::start(second + n * lanes);
    }
    for (int f = 0; f < count; ++f) {
      const Field& x = fields[f];
      const Powered<Register> u{Sums::all(x.value), Sums::all(x.factor), Sums::all(x.inverse)};
      const Register power = Sums::all(x.factor * x.value);
      Powered<Register> v[N];
      for (int n = 0; n < N; ++n) {
        const std::byte* p = right[n] + x.offset;
        v[n] = {Sums::load(p), Sums::load(p + 64), Sums::load(p + 128)};
      }
      add_powered<terms>(c, u, power, v, sums[0], sums[1]);
    }
    for (int n = 0; n < N; ++n) {
      Sums::put(first + n * lanes, sums[0][n]);
      Sums::put(second + n * lanes, sums[1][n]);
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
