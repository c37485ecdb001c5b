#pragma once

#include <encke/file/line_reader.hpp>
#include <string_view>
#include <vector>

namespace encke::io {

/// The columns of a line of a file of samples (phenotypes, covariates), however many there are.
inline std::vector<std::string_view> all_columns_of(std::string_view line) {
  std::vector<std::string_view> columns(16);
  std::size_t found = split_blanks(line, columns);
  while (found == columns.size()) {  // there may be more
    columns.resize(2 * columns.size());
    found = split_blanks(line, columns);
  }
  columns.resize(found);
  return columns;
}

/// True if a file of samples begins with names of columns: FID IID, #FID IID or #IID.
inline bool has_column_names(const std::vector<std::string_view>& first) {
  return first[0] == "FID" || first[0] == "#FID" || first[0] == "#IID";
}

}  // namespace encke::io
