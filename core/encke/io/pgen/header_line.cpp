#include <algorithm>
#include <encke/file/line_reader.hpp>
#include <encke/io/pgen/header_line.hpp>

namespace encke::io {

HeaderLine::HeaderLine(std::string_view line) : columns_(16) {
  std::size_t found = split_blanks(line, columns_);
  while (found == columns_.size()) {  // there may be more
    columns_.resize(2 * columns_.size());
    found = split_blanks(line, columns_);
  }
  columns_.resize(found);
}

std::optional<std::size_t> HeaderLine::find(std::string_view name) const {
  const auto found = std::find(columns_.begin(), columns_.end(), name);
  if (found == columns_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns_.begin());
}

}  // namespace encke::io
