#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace encke::network {

/// Columns of a square sparse matrix: of each its rows, ascending, and values above 0.
struct Columns {
  std::vector<std::size_t> begin = {0};  ///< columns + 1 places in `row` and `value`
  std::vector<std::int32_t> row;
  std::vector<float> value;

  std::size_t count() const { return begin.size() - 1; }
  std::size_t size(std::size_t column) const { return begin[column + 1] - begin[column]; }
  std::span<const std::int32_t> rows(std::size_t column) const {
    return std::span(row).subspan(begin[column], size(column));
  }
  std::span<const float> values(std::size_t column) const {
    return std::span(value).subspan(begin[column], size(column));
  }
  void clear() {
    begin.assign(1, 0);
    row.clear();
    value.clear();
  }
  void end_column() { begin.push_back(row.size()); }
  void append(const Columns& other) {
    row.insert(row.end(), other.row.begin(), other.row.end());
    value.insert(value.end(), other.value.begin(), other.value.end());
    const std::size_t before = begin.back();
    for (std::size_t c = 1; c < other.begin.size(); ++c) begin.push_back(before + other.begin[c]);
  }
};

}  // namespace encke::network
