#pragma once

#include <cstring>

#include "rows.hpp"

// The screen by CorrelationBound, without a division:
//   cov^2 > floor var_i var_j,  cov = n XX - XM MX,  var_i = n ZM - XM^2,  var_j = n MZ - MX^2.
// In float64: up to n = 94,906,265 cov and var are exact, so that what is left is the rounding of
// three products. Pairs without variance have cov = 0 and are rejected.
//
// Vector types of the compiler, which each level turns into its own registers.

namespace encke::cpu {

using Doubles8 = double __attribute__((vector_size(64)));
using Counts8 = std::int32_t __attribute__((vector_size(32)));
using Marks8 = std::int8_t __attribute__((vector_size(8)));

[[gnu::always_inline]] inline void load_counts(const std::int32_t* from, Doubles8& to) {
  Counts8 counts;
  std::memcpy(&counts, from, sizeof counts);
  to = __builtin_convertvector(counts, Doubles8);
}

/// Nothing missing: of the sums over both vectors only XX is not one vector's own.
[[gnu::always_inline]] inline void mark_complete(const CorrelationRow& row, Index c,
                                                 Marks8& marks) {
  Doubles8 xx, x, least;
  load_counts(row.product[0] + c, xx);
  std::memcpy(&x, row.col_x + c, sizeof x);
  std::memcpy(&least, row.col_least + c, sizeof least);
  const Doubles8 cov = row.n * xx - row.x * x;
  marks = __builtin_convertvector(cov * cov > row.variance * least, Marks8);
}

[[gnu::always_inline]] inline void mark_missing(const CorrelationRow& row, Index c, Marks8& marks) {
  Doubles8 xx, xm, mx, n, zm, mz;
  load_counts(row.product[0] + c, xx);
  load_counts(row.product[1] + c, xm);
  load_counts(row.product[2] + c, mx);
  load_counts(row.product[3] + c, n);
  load_counts(row.product[4] + c, zm);
  load_counts(row.product[5] + c, mz);
  const Doubles8 cov = n * xx - xm * mx;
  const Doubles8 least = row.floor * (n * zm - xm * xm) * (n * mz - mx * mx);
  marks = __builtin_convertvector(cov * cov > least, Marks8);
}

/// Marks the columns in eights; rows of tallies have space up to a multiple of 8.
template <class Level, bool missing>
bool screen_correlation(const CorrelationRow& row) {
  std::uint64_t any = 0;
  for (Index c = row.begin; c < row.cols; c += 8) {
    Marks8 marks;
    if constexpr (missing) {
      mark_missing(row, c, marks);
    } else {
      mark_complete(row, c, marks);
    }
    marks &= 1;
    std::uint64_t eight;
    std::memcpy(&eight, &marks, sizeof eight);
    if (row.cols - c < 8) eight &= (std::uint64_t{1} << 8 * (row.cols - c)) - 1;
    std::memcpy(row.out + c, &eight, sizeof eight);
    any |= eight;
  }
  return any != 0;
}

}  // namespace encke::cpu
