#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/io/table/allele_row.hpp>
#include <numeric>

namespace encke::io {
namespace {

constexpr std::string_view what_is_expected = "two alleles such as A/C, or ./. expected";

bool is_number(std::string_view code) {
  return code.find_first_not_of("0123456789") == std::string_view::npos;
}

bool precedes(std::string_view a, std::string_view b) {
  if (is_number(a) != is_number(b)) return is_number(a);
  if (is_number(a) && a.size() != b.size()) return a.size() < b.size();
  return a < b;
}

}  // namespace

void AlleleRow::parse(std::string_view line, Index number) {
  line_ = number;
  alleles_.clear();
  pairs_.clear();
  const Index cells = std::count(line.begin(), line.end(), '\t') + 1;
  if (cells != fields_ + 1) {
    throw MalformedInput(
        {.file = path_, .line = line_},
        fmt::format("{} cells found, {} expected as in the header line", cells, fields_ + 1));
  }
  name_ = line.substr(0, line.find('\t'));
  if (name_.empty()) fail(1, "empty cell, the marker's name expected");
  for (Index column = 2; column <= cells; ++column) {
    line.remove_prefix(line.find('\t') + 1);
    parse_cell(line.substr(0, line.find('\t')), column);
  }
  sort_alleles();
}

void AlleleRow::fail(Index column, const std::string& message) const {
  throw MalformedInput({.file = path_, .line = line_, .column = column}, message);
}

void AlleleRow::parse_cell(std::string_view cell, Index column) {
  if (cell.empty()) fail(column, fmt::format("empty cell, {}", what_is_expected));
  if (cell == "NA" || cell == "./." || cell == ".|.") {
    pairs_.push_back({missing, missing});
    return;
  }
  const auto codes =
      1 + std::count_if(cell.begin(), cell.end(), [](char c) { return c == '/' || c == '|'; });
  if (codes != 2) {
    fail(column, fmt::format("{} found, of {} allele{}; {}", in_quotes(cell), codes,
                             codes == 1 ? "" : "s", what_is_expected));
  }
  const auto bar = cell.find_first_of("/|");
  const auto first = cell.substr(0, bar);
  const auto second = cell.substr(bar + 1);
  if (first.empty() || second.empty() || first == "." || second == ".") {
    fail(column, fmt::format("{} found, one allele lacks; {}", in_quotes(cell), what_is_expected));
  }
  pairs_.push_back({place_of(first, column), place_of(second, column)});
}

std::uint8_t AlleleRow::place_of(std::string_view code, Index column) {
  const auto at = std::find(alleles_.begin(), alleles_.end(), code);
  if (at != alleles_.end()) return static_cast<std::uint8_t>(at - alleles_.begin());
  if (code.find_first_of(": ") != std::string_view::npos) {
    fail(column,
         fmt::format("allele {} found, a code without ':' and blanks expected", in_quotes(code)));
  }
  if (alleles_.size() == most_alleles) {
    fail(column, fmt::format("allele {} is one more than the {} that a marker may have",
                             in_quotes(code), most_alleles));
  }
  alleles_.push_back(code);
  return static_cast<std::uint8_t>(alleles_.size() - 1);
}

void AlleleRow::sort_alleles() {
  std::vector<std::uint8_t> order(alleles_.size());
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  std::sort(order.begin(), order.end(),
            [this](auto a, auto b) { return precedes(alleles_[a], alleles_[b]); });
  std::array<std::uint8_t, 256> place{};
  std::vector<std::string_view> sorted;
  for (const auto old : order) {
    place[old] = static_cast<std::uint8_t>(sorted.size());
    sorted.push_back(alleles_[old]);
  }
  place[missing] = missing;
  alleles_ = std::move(sorted);
  for (auto& pair : pairs_) pair = {place[pair[0]], place[pair[1]]};
}

}  // namespace encke::io
