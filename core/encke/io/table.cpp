#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <encke/base/error.hpp>
#include <encke/io/line_reader.hpp>
#include <encke/io/real_rows.hpp>
#include <encke/io/stopwatch.hpp>
#include <encke/io/table.hpp>
#include <limits>
#include <string_view>
#include <unordered_set>

namespace encke::io {
namespace {

struct Shape {
  Index rows = 0;
  Index fields = 0;
};

Index count_tabs(std::string_view line) { return std::count(line.begin(), line.end(), '\t'); }

// First reading: how much room is needed, and whether there are blank lines before the last row.
Shape scan(InputFile& file) {
  LineReader reader(file);
  if (!reader.next()) throw MalformedInput({.file = file.path()}, "the file is empty");
  Shape shape{.fields = count_tabs(reader.line())};
  if (shape.fields == 0) {
    throw MalformedInput({.file = file.path(), .line = 1},
                         "no fields: a header line with two or more tab-separated cells expected");
  }
  Index blank = 0;
  while (reader.next()) {
    if (reader.line().empty()) {
      blank = blank == 0 ? reader.number() : blank;
      continue;
    }
    if (blank != 0) {
      throw MalformedInput({.file = file.path(), .line = blank}, "an empty line between the rows");
    }
    ++shape.rows;
  }
  if (shape.rows == 0) {
    throw MalformedInput({.file = file.path()}, "no rows after the header line");
  }
  return shape;
}

// Whether |number| < 1, for a number that std::from_chars() took but found out of range.
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

std::string shortened(std::string_view text) {
  constexpr std::size_t longest = 40;
  return text.size() <= longest ? std::string(text) : std::string(text.substr(0, longest)) + "...";
}

// Second reading.
class RowParser {
 public:
  RowParser(const std::string& path, Element element, Shape shape)
      : path_(path), element_(element), values_(static_cast<std::size_t>(shape.fields)) {
    names_.reserve(static_cast<std::size_t>(shape.rows));  // so that `seen_` may point into it
  }

  // Adds the row's name to names() and puts its numbers into values().
  void parse(std::string_view line, Index number) {
    line_ = number;
    const Index cells = count_tabs(line) + 1;
    const Index expected = static_cast<Index>(values_.size()) + 1;
    if (cells != expected) {
      throw MalformedInput(
          {.file = path_, .line = line_},
          fmt::format("{} cells found, {} expected as in the header line", cells, expected));
    }
    std::size_t end = line.find('\t');
    take_name(line.substr(0, end));
    for (std::size_t f = 0; f < values_.size(); ++f) {
      line.remove_prefix(end + 1);
      end = std::min(line.find('\t'), line.size());
      values_[f] = parse_cell(line.substr(0, end), static_cast<Index>(f) + 2);
    }
    const std::size_t unfit = find_unfit(values_, element_);
    if (unfit < values_.size()) {
      fail(static_cast<Index>(unfit) + 2,
           fmt::format("{} found, {}", values_[unfit], expected_value(element_)));
    }
  }

  std::span<const double> values() const { return values_; }
  std::vector<std::string>& names() { return names_; }

 private:
  [[noreturn]] void fail(Index column, const std::string& message) const {
    throw MalformedInput({.file = path_, .line = line_, .column = column}, message);
  }

  void take_name(std::string_view name) {
    if (name.empty()) fail(1, "empty cell, the row's name expected");
    names_.emplace_back(name);
    if (!seen_.insert(names_.back()).second) {
      fail(1, fmt::format("the row name '{}' comes a second time", shortened(name)));
    }
  }

  double parse_cell(std::string_view cell, Index column) const {
    if (element_ == Element::bit && (cell.empty() || cell == "NA")) {
      return std::numeric_limits<double>::quiet_NaN();  // a missing sample
    }
    if (cell.empty()) fail(column, "empty cell, a number expected");
    double value = 0;
    const char* const end = cell.data() + cell.size();
    const auto [stop, error] = std::from_chars(cell.data(), end, value);
    if (error == std::errc::result_out_of_range && stop == end) {
      if (is_below_one(cell) && cell.front() != '-') return 0;
      fail(column, fmt::format("'{}' is out of the range of float64", shortened(cell)));
    }
    if (error != std::errc() || stop != end) {
      fail(column, fmt::format("'{}' found, a number expected", shortened(cell)));
    }
    return value + 0.0;  // turns -0 into 0
  }

  const std::string& path_;
  Element element_;
  Index line_ = 0;
  std::vector<double> values_;
  std::vector<std::string> names_;
  std::unordered_set<std::string_view> seen_;
};

Dataset read_tsv(const std::string& path, Element element) {
  const Stopwatch watch;
  InputFile first_reading(path);
  const Shape shape = scan(first_reading);
  InputFile file(path);
  LineReader reader(file);
  RowParser parser(path, element, shape);
  Dataset data{.vectors = room_for_rows(element, shape.rows, shape.fields)};
  reader.next();  // the header
  for (Index row = 0; row < shape.rows; ++row) {
    if (!reader.next()) throw Error(Failure::read, path + ": the file changed while it was read");
    parser.parse(reader.line(), reader.number());
    set_row(data.vectors, row, parser.values(), {.file = path, .line = reader.number()});
  }
  data.names = std::move(parser.names());
  data.files.push_back(file.record());
  data.vectors_in_file = shape.rows;
  data.fields_in_file = shape.fields;
  data.seconds = watch.seconds();
  return data;
}

}  // namespace

Dataset read_table(const std::string& path, Element element) {
  if (element == Element::genotype) {
    throw Error(Failure::internal, "a table of reals was asked for with genotypes as elements");
  }
  return path.ends_with(".npy") ? read_npy(path, element) : read_tsv(path, element);
}

}  // namespace encke::io
