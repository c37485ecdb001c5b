#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/io/rows/text_row.hpp>
#include <limits>

namespace encke::io {
namespace {

// True if |number| < 1, for a number that std::from_chars() took but found out of range.
bool is_below_one(std::string_view number) {
  const std::size_t end = std::min(number.find_first_of("eE"), number.size());
  const std::string_view digits = number.substr(0, end);
  const auto point = static_cast<Index>(std::min(digits.find('.'), digits.size()));
  const auto first = static_cast<Index>(digits.find_first_of("123456789"));
  std::string_view exponent = number.substr(std::min(end + 1, number.size()));
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  Index value = 0;
  const auto [stop, error] =
      std::from_chars(exponent.data(), exponent.data() + exponent.size(), value);
  if (error == std::errc::result_out_of_range) return exponent.front() == '-';
  return value + point - first < (first < point ? 1 : 0);
}

}  // namespace

TableRow::TableRow(const std::string& path, Element element, Index cells, Range wanted)
    : path_(path),
      element_(element),
      cells_(cells),
      wanted_(wanted),
      values_(static_cast<std::size_t>(wanted.size())) {}

void TableRow::parse(std::string_view line, Index number) {
  line_ = number;
  const Index cells = std::count(line.begin(), line.end(), '\t') + 1;
  if (cells != cells_) {
    throw MalformedInput(
        {.file = path_, .line = line_},
        fmt::format("{} cells found, {} expected as in the header line", cells, cells_));
  }
  // the row's name and the fields before the wanted ones
  for (Index f = 0; f <= wanted_.begin; ++f) line.remove_prefix(line.find('\t') + 1);
  for (Index f = wanted_.begin; f < wanted_.end; ++f) {
    const std::size_t end = std::min(line.find('\t'), line.size());
    values_[static_cast<std::size_t>(f - wanted_.begin)] = parse_cell(line.substr(0, end), f + 2);
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  const std::size_t unfit = find_unfit(values_, element_);
  if (unfit < values_.size()) {
    fail(wanted_.begin + static_cast<Index>(unfit) + 2,
         fmt::format("{} found, {}", values_[unfit], expected_value(element_)));
  }
}

void TableRow::fail(Index column, const std::string& message) const {
  throw MalformedInput({.file = path_, .line = line_, .column = column}, message);
}

double TableRow::parse_cell(std::string_view cell, Index column) const {
  if (element_ == Element::bit && (cell.empty() || cell == "NA")) {
    return std::numeric_limits<double>::quiet_NaN();  // a missing sample
  }
  if (cell.empty()) fail(column, "empty cell, a number expected");
  double value = 0;
  const char* const end = cell.data() + cell.size();
  const auto [stop, error] = std::from_chars(cell.data(), end, value);
  if (error == std::errc::result_out_of_range && stop == end) {
    if (is_below_one(cell) && cell.front() != '-') return 0;
    fail(column, fmt::format("{} is out of the range of float64", in_quotes(cell)));
  }
  if (error != std::errc() || stop != end) {
    fail(column, fmt::format("{} found, a number expected", in_quotes(cell)));
  }
  return value + 0.0;  // turns -0 into 0
}

}  // namespace encke::io
