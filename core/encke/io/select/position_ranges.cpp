#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/file/pipe_copy.hpp>
#include <encke/io/chromosome_kind.hpp>
#include <encke/io/select/position_ranges.hpp>
#include <string_view>

namespace encke::io {
namespace {

std::int64_t position_in(std::string_view text, const std::string& path, Index line) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size() && number >= 0) return number;
  throw MalformedInput(
      {.file = path, .line = line},
      fmt::format("{} found, a position in base pairs expected", in_quotes(std::string(text))));
}

}  // namespace

PositionRanges::PositionRanges(const std::string& path) {
  const PipeCopy copy(path);
  InputFile file(copy.path());
  LineReader reader(file);
  std::array<std::string_view, 3> columns;
  while (reader.next()) {
    const std::size_t found = split_blanks(reader.line(), columns);
    if (found == 0 || columns[0].front() == '#') continue;
    if (found < columns.size()) {
      throw MalformedInput({.file = path, .line = reader.number()},
                           fmt::format("{} columns found, CHR FROM TO expected", found));
    }
    const Range range{position_in(columns[1], path, reader.number()),
                      position_in(columns[2], path, reader.number())};
    if (range.last < range.first) {
      throw MalformedInput({.file = path, .line = reader.number()},
                           fmt::format("a range from {} to {} found, TO not below FROM expected",
                                       range.first, range.last));
    }
    ranges_[usual_name_of_chromosome(columns[0])].push_back(range);
  }
  file_ = file.record();
  merge();
}

void PositionRanges::merge() {
  for (auto& [name, ranges] : ranges_) {
    std::sort(ranges.begin(), ranges.end(),
              [](const Range& a, const Range& b) { return a.first < b.first; });
    std::vector<Range> apart;
    for (const Range& range : ranges) {
      if (apart.empty() || range.first > apart.back().last) {
        apart.push_back(range);
      } else {
        apart.back().last = std::max(apart.back().last, range.last);
      }
    }
    ranges = std::move(apart);
  }
}

bool PositionRanges::has(const Sites& sites, Index variant) const {
  const std::string& name = sites.chromosome(variant);
  if (name != name_) {
    name_ = name;
    const auto found = ranges_.find(usual_name_of_chromosome(name));
    found_ = found == ranges_.end() ? nullptr : &found->second;
  }
  if (found_ == nullptr) return false;
  const std::int64_t position = sites.positions()[static_cast<std::size_t>(variant)];
  const auto behind = std::partition_point(
      found_->begin(), found_->end(), [&](const Range& range) { return range.first <= position; });
  return behind != found_->begin() && position <= std::prev(behind)->last;
}

}  // namespace encke::io
