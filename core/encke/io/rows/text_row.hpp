#pragma once

#include <encke/base/index.hpp>
#include <encke/io/rows/real_rows.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace encke::io {

/// Turns lines of a tab-separated table into numbers.
class TableRow {
 public:
  /// `cells`: of each line, with the name; `wanted`: which of those behind the name are parsed.
  TableRow(const std::string& path, Element element, Index cells, Range wanted);

  /// Puts the line's wanted numbers into values(); `number` is the line's number, from 1. Throws
  /// MalformedInput for another number of cells than the header's and, with the column, for a
  /// wanted cell that `element` does not allow.
  void parse(std::string_view line, Index number);

  std::span<const double> values() const { return values_; }

 private:
  [[noreturn]] void fail_cells() const;
  [[noreturn]] void fail(Index column, const std::string& message) const;
  double parse_cell(std::string_view cell, Index column) const;

  const std::string& path_;
  Element element_;
  Index cells_;
  Range wanted_;
  Index line_ = 0;
  std::string_view text_;  ///< of the line
  std::vector<double> values_;
};

}  // namespace encke::io
