#pragma once

#include <cstdint>
#include <encke/contraction/trait_sums.hpp>

#include "kokkos/cpu/kernels.hpp"
#include "kokkos/cpu/products/column_sums.hpp"
#include "kokkos/tiles/workspace.hpp"

// Sums of a trait over pairs of genotypes. Samples are counted by popcounts. The trait's sums are
// products of matrices of doubles: a word of samples at a time, rows hold the trait times what they
// have of a sample, columns what they have. All are whole numbers below 2^53, so no order matters,
// and all levels give the same bits.

namespace encke::cpu {

/// Count: block products of int32 of the planes of two copies, none, and (missing) present.
template <class Level, void (*count_complete)(const Block&), void (*count_missing)(const Block&)>
class TraitKernel {
 public:
  static void multiply(const Block& b) {
    TraitKernel kernel(b);
    kernel.run();
  }

 private:
  using S = TraitSums;
  using Sums = ColumnSums<Level, double>;
  using Register = typename Sums::Register;
  using Word = std::uint64_t;
  using Words = typename Vector<Word, Sums::bytes>::Type;
  static constexpr Index rows = kokkos::trait_tile.rows, cols = kokkos::trait_tile.cols;
  static constexpr Index lanes = Sums::lanes, fields = 64;
  static constexpr Index tall = 4, wide = 3;  ///< rows and registers of columns that are at work
  static_assert(rows % tall == 0 && cols % (wide * lanes) == 0);

  [[gnu::always_inline]] explicit TraitKernel(const Block& b) : b_(b) {}

  [[gnu::always_inline]] void run() {
    __builtin_memset(of_row_, 0, sizeof of_row_);
    __builtin_memset(of_col_, 0, sizeof of_col_);
    __builtin_memset(of_all_, 0, sizeof of_all_);
    bool missing = false;
    for (Index w = b_.words.begin; w < b_.words.end; ++w) {
      if (is_complete(w)) {
        add_complete(w);
      } else {
        missing = true;
        add_missing(w);
      }
    }
    for (int s = S::t_mm; s <= S::q_mm; ++s) {
      if (s != S::t_xx) add_margins(s);
    }
    missing ? count<3>() : count<2>();
  }

  [[gnu::always_inline]] static Word line(const Stream& of, Index vector, Index w, int plane) {
    return *reinterpret_cast<const Word*>(of.group(vector / 8) + (w * 3 + plane) * 64 +
                                          vector % 8 * 8);
  }
  [[gnu::always_inline]] const double* traits(Index w) const {
    return static_cast<const double*>(b_.shared) + w * 2 * fields;
  }

  /// True if all vectors have all samples of a word, but those that no vector has.
  [[gnu::always_inline]] bool is_complete(Index w) const {
    const Word first = line(b_.left[0], 0, w, 2);
    Word differ = 0;
    for (Index r = 0; r < b_.rows; ++r) differ |= line(b_.left[0], r, w, 2) ^ first;
    for (Index c = 0; c < b_.cols; ++c) differ |= line(b_.right[0], c, w, 2) ^ first;
    return differ == 0;
  }

  /// What vectors have, [field][vector]: x, or where `plane` is 2 m, times `scale` of the field.
  [[gnu::always_inline]] static void lay_out(const Stream& of, Index vectors, Index all, Index w,
                                             int plane, const double* scale, double* out) {
    const Words one = Words{} + 0x3ff0000000000000, minus_one = Words{} + 0xbff0000000000000;
    for (Index v = 0; v < all; v += lanes) {
      Words plus{}, minus{};
      if (v < vectors) {
        const std::byte* const at = of.group(v / 8) + (w * 3 + plane) * 64 + v % 8 * 8;
        __builtin_memcpy(&plus, at, sizeof plus);
        if (plane == 0) __builtin_memcpy(&minus, at + 64, sizeof minus);
      }
      for (Index f = 0; f < fields; ++f, plus >>= 1, minus >>= 1) {
        const Words bits = (-(plus & 1) & one) | (-(minus & 1) & minus_one);
        Register x;
        __builtin_memcpy(&x, &bits, sizeof x);
        if (scale != nullptr) x *= Sums::all(scale[f]);
        __builtin_memcpy(out + f * all + v, &x, sizeof x);
      }
    }
  }
  [[gnu::always_inline]] void lay_out_rows(Index w, int plane, const double* scale) {
    lay_out(b_.left[0], b_.rows, rows, w, plane, scale, left_);
  }
  [[gnu::always_inline]] void lay_out_cols(Index w, int plane) {
    lay_out(b_.right[0], b_.cols, cols, w, plane, nullptr, right_);
  }

  /// Complete vectors: one product is new, the other sums are of one vector.
  [[gnu::always_inline]] void add_complete(Index w) {
    const double* const t = traits(w);
    const Word present = line(b_.left[0], 0, w, 2);
    lay_out_rows(w, 0, t);
    lay_out_cols(w, 0);
    multiply_into(S::t_xx);
    for (Index f = 0; f < fields; ++f) {
      if ((present >> f & 1) == 0) continue;
      of_all_[0] += t[f];
      of_all_[1] += t[fields + f];
      for (Index r = 0; r < rows; ++r) of_row_[r] += left_[f * rows + r];
      for (Index c = 0; c < cols; ++c) of_col_[c] += right_[f * cols + c] * t[f];
    }
  }

  [[gnu::always_inline]] void add_missing(Index w) {
    const double* const t = traits(w);
    lay_out_cols(w, 0);
    lay_out_rows(w, 0, t);
    multiply_into(S::t_xx);
    lay_out_rows(w, 2, t);
    multiply_into(S::t_mx);
    lay_out_cols(w, 2);
    multiply_into(S::t_mm);
    lay_out_rows(w, 0, t);
    multiply_into(S::t_xm);
    lay_out_rows(w, 2, t + fields);
    multiply_into(S::q_mm);
  }

  [[gnu::always_inline]] double* tallies(int sum, Index row) const {
    return static_cast<double*>(b_.tallies) + sum * b_.plane_stride + row * b_.row_stride;
  }

  /// Adds the product of what is laid out.
  [[gnu::always_inline]] void multiply_into(int sum) {
    constexpr Index strip = wide * lanes;
    for (Index col = 0; col < b_.cols; col += strip) {
      for (Index row = 0; row < b_.rows; row += tall) {
        if (col + strip - 1 <= row + b_.diagonal) break;  // of this row and those below
        add_strip(tallies(sum, row) + col, left_ + row, right_ + col);
      }
    }
  }

  [[gnu::always_inline]] void add_strip(double* out, const double* left, const double* right) {
    Register sum[tall][wide];
#pragma GCC unroll 4
    for (Index m = 0; m < tall; ++m) {
#pragma GCC unroll 4
      for (Index n = 0; n < wide; ++n) {
        sum[m][n] = Sums::start(out + m * b_.row_stride + n * lanes);
      }
    }
    for (Index f = 0; f < fields; ++f, left += rows, right += cols) {
      Register x[wide];
#pragma GCC unroll 4
      for (Index n = 0; n < wide; ++n) {
        x[n] = Sums::load(reinterpret_cast<const std::byte*>(right + n * lanes));
      }
#pragma GCC unroll 4
      for (Index m = 0; m < tall; ++m) {
        const Register t = Sums::all(left[m]);
#pragma GCC unroll 4
        for (Index n = 0; n < wide; ++n) sum[m][n] += t * x[n];
      }
    }
#pragma GCC unroll 4
    for (Index m = 0; m < tall; ++m) {
#pragma GCC unroll 4
      for (Index n = 0; n < wide; ++n) {
        Sums::put(out + m * b_.row_stride + n * lanes, sum[m][n]);
      }
    }
  }

  /// The sums over words in which all vectors are complete.
  [[gnu::always_inline]] void add_margins(int sum) {
    for (Index r = 0; r < b_.rows; ++r) {
      double* const out = tallies(sum, r);
      const double same = sum == S::t_mm ? of_all_[0] : sum == S::q_mm ? of_all_[1] : of_row_[r];
      for (Index c = 0; c < b_.cols; ++c) out[c] += sum == S::t_mx ? of_col_[c] : same;
    }
  }

  /// Counts of samples. Planes 2: all vectors have the same samples.
  template <int planes>
  [[gnu::always_inline]] void count() {
    Block counted = b_;
    counted.tallies = counts_;
    counted.row_stride = cols;
    counted.plane_stride = rows * cols;
    __builtin_memset(counts_, 0, sizeof counts_[0] * planes * planes * rows * cols);
    (planes == 3 ? count_missing : count_complete)(counted);
    Index present = 0;
    for (Index v = 0; v < rows + cols && planes == 2; ++v) present = count_vector(v);
    for (Index r = 0; r < b_.rows; ++r) {
      for (Index c = 0; c < b_.cols; ++c) {
        const auto n = [&](int p, int q) -> Index {
          return counts_[((p * planes + q) * rows + r) * cols + c];
        };
        const Index pp = n(0, 0), pn = n(0, 1), np = n(1, 0), nn = n(1, 1);
        const Index margins[5] = {planes == 3 ? n(2, 2) : present, planes == 3 ? n(0, 2) : plus_[r],
                                  planes == 3 ? n(1, 2) : minus_[r],
                                  planes == 3 ? n(2, 0) : plus_[rows + c],
                                  planes == 3 ? n(2, 1) : minus_[rows + c]};
        const Index sums[S::t_mm] = {margins[0],
                                     margins[1] - margins[2],
                                     margins[3] - margins[4],
                                     margins[1] + margins[2],
                                     margins[3] + margins[4],
                                     pp + nn - pn - np,
                                     pp + np - pn - nn,
                                     pp + pn - np - nn,
                                     pp + pn + np + nn};
        for (int s = 0; s < S::t_mm; ++s) {
          tallies(s, r)[c] += static_cast<double>(sums[s]);
        }
      }
    }
  }

  /// Counts the samples with two copies and with none of a row, or of a column behind the rows.
  /// Returns those of the first row that are present.
  [[gnu::always_inline]] Index count_vector(Index v) {
    const bool row = v < rows;
    const Index vector = row ? v : v - rows;
    if (vector >= (row ? b_.rows : b_.cols)) return present_;
    Index sum[3] = {};
    for (Index w = b_.words.begin; w < b_.words.end; ++w) {
      for (int p = 0; p < 3; ++p) {
        sum[p] += __builtin_popcountll(line(row ? b_.left[0] : b_.right[0], vector, w, p));
      }
    }
    plus_[v] = sum[0];
    minus_[v] = sum[1];
    return present_ = sum[2];
  }

  const Block& b_;
  alignas(64) double left_[fields * rows];
  alignas(64) double right_[fields * cols];
  double of_row_[rows];  ///< Σ t x of the row over words in which all vectors are complete
  double of_col_[cols];
  double of_all_[2];  ///< Σ t and Σ q
  Index plus_[rows + cols];
  Index minus_[rows + cols];
  Index present_ = 0;
  alignas(64) std::int32_t counts_[9 * rows * cols];
};

}  // namespace encke::cpu
