#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace encke::io {

/// The line of a .pvar or .psam that names the columns.
class HeaderLine {
 public:
  /// The names are parts of `line`.
  explicit HeaderLine(std::string_view line);

  const std::vector<std::string_view>& columns() const { return columns_; }
  /// Number of the column with this name, from 0.
  std::optional<std::size_t> find(std::string_view name) const;

 private:
  std::vector<std::string_view> columns_;
};

}  // namespace encke::io
