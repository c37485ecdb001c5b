#pragma once

#include <encke/pack/panel.hpp>

#include "kokkos/cpu/kernels.hpp"
#include "kokkos/forms/allele_counts.hpp"

// The register-tile form of the team GEMM's innermost loop: M broadcast vectors against N
// registers full of vectors; all counters stay in registers over the whole range of words.

namespace encke::cpu {

struct TileShape {
  int rows;
  int registers;
};

/// A counter before the first of `words` words; some units need to know how many there will be.
template <class Unit>
[[gnu::always_inline]] inline typename Unit::Counter start_counter(const typename Unit::Cell* out,
                                                                   Index words) {
  if constexpr (requires { Unit::start(out, words); }) {
    return Unit::start(out, words);
  } else {
    return Unit::start(out);
  }
}

/// Adds a range of words to the tallies at `out`; words count from where the streams begin.
template <class Unit, class Form, int M, int N>
[[gnu::always_inline]] inline void add_words(const Block& b, const std::byte* const (&left)[2],
                                             const std::byte* const (&right)[2][N],
                                             typename Unit::Cell* out, const Range& words) {
  constexpr forms::Streams ls = Form::left;
  constexpr forms::Streams rs = Form::right;
  typename Unit::Counter counter[M][N][Form::counters];
#pragma GCC unroll 16
  for (int m = 0; m < M; ++m) {
#pragma GCC unroll 16
    for (int n = 0; n < N; ++n) {
#pragma GCC unroll 16
      for (int c = 0; c < Form::counters; ++c) {
        counter[m][n][c] =
            start_counter<Unit>(out + m * b.row_stride + n * Unit::lanes, words.size());
      }
    }
  }
  for (Index w = words.begin; w < words.end; ++w) {
    typename Unit::Register r[N][rs.planes()];
#pragma GCC unroll 16
    for (int n = 0; n < N; ++n) {
      for (int p = 0; p < rs.planes(); ++p) {
        const int s = rs.stream_of(p);
        r[n][p] = Unit::load(right[s][n] + w * rs.width(s) * 64 + rs.offset_of(p));
      }
    }
#pragma GCC unroll 16
    for (int m = 0; m < M; ++m) {
      typename Unit::Register l[ls.planes()];
      for (int p = 0; p < ls.planes(); ++p) {
        const int s = ls.stream_of(p);
        l[p] =
            Unit::broadcast(left[s] + w * ls.width(s) * 64 + ls.offset_of(p) + m * Unit::element);
      }
#pragma GCC unroll 16
      for (int n = 0; n < N; ++n) Form::template step<Unit>(l, r[n], counter[m][n]);
    }
  }
#pragma GCC unroll 16
  for (int m = 0; m < M; ++m) {
#pragma GCC unroll 16
    for (int n = 0; n < N; ++n) {
      auto* const entry = out + m * b.row_stride + n * Unit::lanes;
      if constexpr (requires { Form::template add_words<Unit>(counter[m][n], entry, Index{}); }) {
        Form::template add_words<Unit>(counter[m][n], entry, words.size());
      } else {
        Form::template add<Unit>(counter[m][n], entry, b.plane_stride);
      }
    }
  }
}

template <class Unit, class Form, int M, int N>
[[gnu::always_inline]] inline void micro_tile(const Block& b, Index row, Index reg) {
  constexpr forms::Streams ls = Form::left;
  constexpr forms::Streams rs = Form::right;
  constexpr Index per_group = 64 / Unit::bytes;
  constexpr Index lanes = 64 / Unit::element;
  static_assert(lanes % M == 0, "the rows of a register tile are of one group");
  const std::byte* left[2];
  for (int s = 0; s < ls.count(); ++s) {
    left[s] = b.left[s].group(row / lanes) + row % lanes * Unit::element +
              (b.words.begin - b.left_begin) * ls.width(s) * 64;
  }
  const std::byte* right[2][N];
  for (int s = 0; s < rs.count(); ++s) {
    for (int n = 0; n < N; ++n) {
      right[s][n] = b.right[s].group((reg + n) / per_group) + (reg + n) % per_group * Unit::bytes +
                    b.words.begin * rs.width(s) * 64;
    }
  }
  auto* out = static_cast<typename Unit::Cell*>(b.tallies) + row * b.row_stride + reg * Unit::lanes;
  const Index words = b.words.size();
  if constexpr (forms::words_of_chunk<Unit>() == Unit::max_words) {
    add_words<Unit, Form, M, N>(b, left, right, out, {0, words});
  } else {
    for (Index begin = 0; begin < words; begin += forms::words_of_chunk<Unit>()) {
      const Index end = begin + forms::words_of_chunk<Unit>();
      add_words<Unit, Form, M, N>(b, left, right, out, {begin, end < words ? end : words});
    }
  }
}

/// Rows from `row` on against N registers of columns; those wholly on or below the diagonal are
/// left out. Where the diagonal crosses the strip its registers go one by one, so that little is
/// multiplied in vain.
template <class Unit, class Form, int M, int N>
[[gnu::always_inline]] inline void column_strip(const Block& b, Index row, Index reg) {
  const Index last = (reg + 1) * Unit::lanes - 1;
  for (; row < b.rows && row + b.diagonal < last; row += M) {
    micro_tile<Unit, Form, M, N>(b, row, reg);
  }
  if constexpr (N > 1) {
    if (row >= b.rows) return;
    for (int n = 1; n < N; ++n) column_strip<Unit, Form, M, 1>(b, row, reg + n);
  }
}

/// A unit that writes tallies where others add to them.
template <class Unit>
struct Writing : Unit {
  ENCKE_FUNCTION static void add(typename Unit::Cell* out, typename Unit::Total total) {
    Unit::write(out, total);
  }
};

/// True if the kernel of the form takes blocks whose tallies hold nothing yet.
template <class Unit, class Form>
constexpr bool writes_tallies() {
  return requires {
    &Unit::write;
    Form::adds_once;
  };
}

/// All strips of a block's columns.
template <class Unit, class Form, TileShape shape>
[[gnu::always_inline]] inline void column_strips(const Block& b) {
  const Index registers = (b.cols + Unit::lanes - 1) / Unit::lanes;
  Index reg = 0;
  for (; reg + shape.registers <= registers; reg += shape.registers) {
    column_strip<Unit, Form, shape.rows, shape.registers>(b, 0, reg);
  }
  for (; reg < registers; ++reg) column_strip<Unit, Form, shape.rows, 1>(b, 0, reg);
}

/// `max_words` at a time: what a unit's counters hold, or what lets the right strip stay in the
/// nearest cache while the rows pass by.
template <class Unit, class Form, TileShape shape>
void block_product(const Block& whole) {
  Block b = whole;
  const Index most = Unit::max_words;
  for (b.words.begin = whole.words.begin; b.words.begin < whole.words.end; b.words.begin += most) {
    b.words.end = b.words.begin + most < whole.words.end ? b.words.begin + most : whole.words.end;
    if constexpr (writes_tallies<Unit, Form>()) {
      if (whole.fresh && b.words.begin == whole.words.begin) {
        column_strips<Writing<Unit>, Form, shape>(b);
        continue;
      }
    }
    column_strips<Unit, Form, shape>(b);
  }
}

}  // namespace encke::cpu
