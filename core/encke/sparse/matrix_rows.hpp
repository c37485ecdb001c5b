#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace encke::sparse {

/// A sparse matrix by rows, in someone else's memory: the entries of row r are at places begin[r]
/// to begin[r + 1] - 1. Columns of a row differ; they need not ascend.
struct MatrixRows {
  std::span<const std::size_t> begin;  ///< rows + 1 places
  std::span<const std::int32_t> column;
  std::span<const double> value;

  std::size_t rows() const { return begin.size() - 1; }
  std::size_t size(std::size_t row) const { return begin[row + 1] - begin[row]; }
  std::span<const std::int32_t> columns(std::size_t row) const {
    return column.subspan(begin[row], size(row));
  }
  std::span<const double> values(std::size_t row) const {
    return value.subspan(begin[row], size(row));
  }
  /// Rows [first, last).
  MatrixRows part(std::size_t first, std::size_t last) const {
    return {begin.subspan(first, last - first + 1), column, value};
  }
};

}  // namespace encke::sparse
