#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
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

/// Takes a cell of digits with a point at most, 15 in all: such a number and the power of ten that
/// it is divided by are exact in float64, so that their quotient is the nearest one, as
/// std::from_chars has it. Returns where the cell ends; null where it is another.
const char* parse_digits(const char* at, const char* end, double& value) {
  static constexpr double powers[] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                      1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  constexpr std::ptrdiff_t most_digits = 15;
  std::uint64_t digits = 0;
  const char* const begin = at;
  const auto take_digits = [&] {
    for (; at != end; ++at) {
      const unsigned digit = static_cast<unsigned char>(*at) - unsigned{'0'};
      if (digit > 9) break;
      digits = 10 * digits + digit;
    }
  };
  take_digits();
  std::ptrdiff_t count = at - begin;
  if (count == 0 || count > most_digits) return nullptr;
  std::ptrdiff_t behind = 0;
  if (at != end && *at == '.') {
    const char* const first = ++at;
    take_digits();
    behind = at - first;
    count += behind;
    if (count > most_digits) return nullptr;
  }
  if (at != end && *at != '\t') return nullptr;
  value = static_cast<double>(digits);
  if (behind > 0) value /= powers[behind];
  return at;
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
  text_ = line;
  const char* at = line.data();
  const char* const end = at + line.size();
  Index passed = 0;  // cells: the row's name and the fields before the wanted ones
  for (; passed <= wanted_.begin && passed + 1 < cells_; ++passed) {
    at = std::find(at, end, '\t');
    if (at++ == end) fail_cells();
  }
  for (Index f = wanted_.begin; f < wanted_.end; ++f, ++passed) {
    double& value = values_[static_cast<std::size_t>(f - wanted_.begin)];
    const char* stop = parse_digits(at, end, value);
    if (stop == nullptr) {
      stop = std::find(at, end, '\t');
      value = parse_cell({at, stop}, f + 2);
    }
    const bool last = passed + 1 == cells_;
    if ((stop == end) != last) fail_cells();
    at = last ? end : stop + 1;
  }
  if (passed < cells_ && std::count(at, end, '\t') + passed + 1 != cells_) fail_cells();
  const std::size_t unfit = find_unfit(values_, element_);
  if (unfit < values_.size()) {
    fail(wanted_.begin + static_cast<Index>(unfit) + 2,
         fmt::format("{} found, {}", values_[unfit], expected_value(element_)));
  }
}

void TableRow::fail_cells() const {
  const Index cells = std::count(text_.begin(), text_.end(), '\t') + 1;
  constexpr Index last_of_first_rows = 3;  // the header may follow a remark
  const bool as_r = cells == cells_ + 1 && line_ <= last_of_first_rows && !text_.ends_with('\t');
  throw MalformedInput(
      {.file = path_, .line = line_},
      fmt::format("{} cells found, {} expected as in the header line{}", cells, cells_,
                  as_r ? " (R writes such a header unless col.names = NA)" : ""));
}

/// A line of another length says so, whatever else is wrong with it.
void TableRow::fail(Index column, const std::string& message) const {
  if (std::count(text_.begin(), text_.end(), '\t') + 1 != cells_) fail_cells();
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
