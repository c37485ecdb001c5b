#pragma once

#include <cstdint>
#include <encke/base/index.hpp>

namespace encke {

/// A tally as it enters sums, modulo 2^31 - 1 where it has 64 bits: what is right is less, and what
/// has any one wrong bit differs by less than 2^31, so that no product with a weight wraps to zero.
inline std::int64_t value_of(std::int32_t tally) { return tally; }
inline std::int64_t value_of(std::int64_t tally) { return tally % 0x7fffffff; }

/// Rows of a matrix of tallies; row r from column max(0, first + r) on.
template <class T>
struct RowsToSum {
  const T* data;
  Index row_stride, rows, cols, first;
  std::int64_t most;  ///< of a tally in magnitude, unless it is wrong

  Index begin(Index r) const { return first + r < 0 ? 0 : first + r; }
};

/// sums[r * stride] becomes the sum of row r. A single wrong tally always changes the sum.
void sum_rows(const RowsToSum<std::int32_t>& rows, std::int64_t* sums, Index stride);
void sum_rows(const RowsToSum<std::int64_t>& rows, std::int64_t* sums, Index stride);

}  // namespace encke
