#pragma once

#include <encke/contraction/adjusted_sums.hpp>

#include "kokkos/cpu/kernels.hpp"
#include "kokkos/cpu/products/column_sums.hpp"

// Adjusted sums: a row vector at a time against registers of columns. Each lane does what the
// definition (contraction/adjusted_sums.hpp) does, and roots and quotients are rounded correctly by
// every processor, so all levels give the same bits.

namespace encke::cpu {

template <class Level, class T>
struct AdjustedKernel {
  using Sums = ColumnSums<Level, T>;
  using Register = typename Sums::Register;
  static constexpr int bytes = Sums::bytes, lanes = Sums::lanes, group = Sums::group;
  static constexpr Index planes = 3;

  /// One row against N registers of columns, over so many words.
  template <int N>
  [[gnu::always_inline]] static void strip(const std::byte* left, Index words,
                                           const std::byte* const (&right)[N], double* first,
                                           double* second) {
    Register sums[2][N];
    for (int n = 0; n < N; ++n) {
      sums[0][n] = Sums::start(first + n * lanes);
      sums[1][n] = Sums::start(second + n * lanes);
    }
    for (Index at = 0; at < words * planes * 64; at += planes * 64) {
      const auto* row = reinterpret_cast<const T*>(left + at);
      const Adjusted<Register> x{Sums::all(row[0]), Sums::all(row[group]),
                                 Sums::all(row[2 * group])};
      Adjusted<Register> y[N];
      for (int n = 0; n < N; ++n) {
        const std::byte* p = right[n] + at;
        y[n] = {Sums::load(p), Sums::load(p + 64), Sums::load(p + 128)};
      }
      add_adjusted<T>(x, y, sums[0], sums[1]);
    }
    for (int n = 0; n < N; ++n) {
      Sums::put(first + n * lanes, sums[0][n]);
      Sums::put(second + n * lanes, sums[1][n]);
    }
  }

  template <int N>
  [[gnu::always_inline]] static void strips(const Block& b, Index row, Index& reg) {
    constexpr Index per_group = group / lanes;
    const Index registers = (b.cols + lanes - 1) / lanes;
    const Index begin = b.words.begin * planes * 64;
    const std::byte* left = b.left[0].group(row / group) + row % group * Index{sizeof(T)} + begin;
    for (; reg + N <= registers; reg += N) {
      const std::byte* right[N];
      for (int n = 0; n < N; ++n) {
        right[n] = b.right[0].group((reg + n) / per_group) + (reg + n) % per_group * bytes + begin;
      }
      auto* out = static_cast<double*>(b.tallies) + row * b.row_stride + reg * lanes;
      strip<N>(left, b.words.size(), right, out, out + b.plane_stride);
    }
  }

  static void multiply(const Block& whole) {
    Block b = whole;
    for (b.words.begin = whole.words.begin; b.words.begin < whole.words.end;
         b.words.begin += Minima::chunk) {
      const Index left = whole.words.end - b.words.begin;
      b.words.end = b.words.begin + (left < Minima::chunk ? left : Minima::chunk);
      for (Index row = 0; row < b.rows; ++row) {
        // columns up to this one are not needed
        const Index last = row + b.diagonal;
        Index reg = last < 0 ? 0 : (last + 1) / lanes;
        strips<2>(b, row, reg);
        strips<1>(b, row, reg);
      }
    }
  }
};

}  // namespace encke::cpu
