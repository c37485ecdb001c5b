#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/io/vcf/genome_range.hpp>
#include <optional>

namespace encke::io {
namespace {

/// Digits alone: a comma ends a range.
std::optional<Index> position_in(std::string_view text) {
  Index number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size() || number < 0) {
    return std::nullopt;
  }
  return number;
}

/// What follows the last colon; nothing where that is no range.
std::optional<GenomeRange> range_in(std::string_view text, std::size_t colon) {
  const std::string_view places = text.substr(colon + 1);
  const std::size_t dash = places.find('-');
  GenomeRange range{.chromosome = std::string(text.substr(0, colon))};
  const auto first = position_in(places.substr(0, dash));
  if (!first || range.chromosome.empty()) return std::nullopt;
  range.first = *first;
  if (dash == std::string_view::npos) {
    range.last = *first;
  } else if (dash + 1 < places.size()) {
    const auto last = position_in(places.substr(dash + 1));
    if (!last || *last < *first) return std::nullopt;
    range.last = *last;
  }
  return range;
}

GenomeRange read_range(const std::string& text,
                       const std::function<bool(const std::string&)>& is_name) {
  const std::size_t colon = text.rfind(':');
  if (!text.empty() && (colon == std::string::npos || is_name(text))) {
    return {.chromosome = text};
  }
  if (!text.empty()) {
    if (auto range = range_in(text, colon)) return *std::move(range);
  }
  throw Error(Failure::command_line,
              fmt::format("--region: {} found, CHR, CHR:POS or CHR:FROM-TO expected, several "
                          "separated by commas; positions in base pairs, as 1000000",
                          in_quotes(text)));
}

}  // namespace

std::vector<GenomeRange> read_ranges(const std::string& text,
                                     const std::function<bool(const std::string&)>& is_name) {
  std::vector<GenomeRange> ranges;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t comma = text.find(',', begin);
    const std::size_t end = std::min(comma, text.size());
    ranges.push_back(read_range(text.substr(begin, end - begin), is_name));
    if (comma == std::string::npos) break;
    begin = comma + 1;
  }
  std::vector<GenomeRange> merged;
  while (!ranges.empty()) {
    const std::string chromosome = ranges.front().chromosome;
    const auto others =
        std::stable_partition(ranges.begin(), ranges.end(),
                              [&](const GenomeRange& r) { return r.chromosome == chromosome; });
    std::sort(ranges.begin(), others,
              [](const GenomeRange& a, const GenomeRange& b) { return a.first < b.first; });
    for (auto range = ranges.begin(); range != others; ++range) {
      GenomeRange* const before = merged.empty() ? nullptr : &merged.back();
      // the last of all positions has no next one
      if (before != nullptr && before->chromosome == chromosome &&
          range->first - 1 <= before->last) {
        before->last = std::max(before->last, range->last);
      } else {
        merged.push_back(*range);
      }
    }
    ranges.erase(ranges.begin(), others);
  }
  return merged;
}

}  // namespace encke::io
