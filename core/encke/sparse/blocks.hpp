#pragma once

#include <encke/sparse/matrix_rows.hpp>

namespace encke::sparse {

/// How many multiplications a row of left · right takes: no fewer than it has entries.
inline std::size_t multiplications(const MatrixRows& left, std::size_t row,
                                   const MatrixRows& right) {
  std::size_t count = 0;
  for (const std::int32_t k : left.columns(row)) count += right.size(static_cast<std::size_t>(k));
  return count;
}

/// Calls work(first, last) for blocks of rows [first, last), one after the other, whose bound(row)
/// are `most` together, or which are one row.
template <class Bound, class Work>
void for_blocks(std::size_t rows, std::size_t most, const Bound& bound, const Work& work) {
  for (std::size_t first = 0; first < rows;) {
    std::size_t sum = bound(first);
    std::size_t last = first + 1;
    while (last < rows) {
      const std::size_t more = bound(last);
      if (sum + more > most) break;
      sum += more;
      ++last;
    }
    work(first, last);
    first = last;
  }
}

}  // namespace encke::sparse
