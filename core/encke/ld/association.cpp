#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/file/pipe_copy.hpp>
#include <encke/ld/association.hpp>
#include <optional>
#include <string_view>

namespace encke::ld {
namespace {

/// All columns of a line.
std::vector<std::string_view> columns_of(std::string_view line) {
  std::vector<std::string_view> columns;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t begin = line.find_first_not_of(" \t\r", at);
    if (begin == std::string_view::npos) break;
    at = std::min(line.find_first_of(" \t\r", begin), line.size());
    columns.push_back(line.substr(begin, at - begin));
  }
  return columns;
}

std::string in_capitals(std::string_view text) {
  std::string capitals(text);
  for (char& c : capitals) {
    if ('a' <= c && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return capitals;
}

/// LOG10P, LOG10_P, NEG_LOG10_P.
bool has_logarithms(std::string_view column) {
  return in_capitals(column).find("LOG10") != std::string::npos;
}

/// What to do about a column that is not there: PLINK 2 calls the ids ID, and GCTA and others the
/// p-values p, PVAL and so on.
std::string hint_on(const std::vector<std::string_view>& header, const std::string& name) {
  struct Other {
    std::string_view column;
    std::string_view name;
    std::string_view option;
  };
  constexpr Other others[] = {{"SNP", "ID", "--clump-snp-field"},
                              {"SNP", "rsid", "--clump-snp-field"},
                              {"P", "p", "--clump-field"},
                              {"P", "PVAL", "--clump-field"},
                              {"P", "P_BOLT_LMM", "--clump-field"}};
  const std::string capitals = in_capitals(name);
  for (const Other& other : others) {
    if (other.column != capitals) continue;
    for (const std::string_view found : header) {
      if (found != other.name && found != std::string("#").append(other.name)) continue;
      return fmt::format("; there is {}: {} {}", found, other.option, other.name);
    }
  }
  for (const std::string_view found : header) {
    if (in_capitals(found) == capitals) {
      return fmt::format("; there is {}, and capitals count", in_quotes(std::string(found)));
    }
    if (capitals == "P" && has_logarithms(found)) {
      return fmt::format("; {} has logarithms, which are to be made p-values first", found);
    }
  }
  return "";
}

std::size_t find_column(const std::vector<std::string_view>& header, const std::string& name,
                        const std::string& path) {
  for (std::size_t c = 0; c < header.size(); ++c) {
    const bool first = c == 0 && header[c].starts_with('#') && header[c].substr(1) == name;
    if (header[c] == name || first) return c;
  }
  throw MalformedInput({.file = path, .line = 1},
                       fmt::format("no column {} in the header line, one expected{}",
                                   in_quotes(name), hint_on(header, name)));
}

/// Nothing where the text is no number.
std::optional<double> p_value_of(std::string_view text, const Place& place) {
  double p = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), p);
  if (error == std::errc::result_out_of_range) return 0;  // smaller than any float64
  if (error != std::errc() || end != text.data() + text.size() || std::isnan(p)) {
    return std::nullopt;
  }
  if (p >= 0 && p <= 1) return p;
  throw MalformedInput(place, fmt::format("p-value {}, a number from 0 to 1 expected", text));
}

}  // namespace

Association read_association(const std::string& path, const ReportColumns& columns,
                             const io::Source& source) {
  TextMap<Index> index_of;
  for (Index v = 0; v < source.vectors(); ++v) {
    index_of.emplace(source.names()[static_cast<std::size_t>(v)], v);
  }
  const io::PipeCopy copy(path);
  io::InputFile file(copy.path());
  io::LineReader reader(file);
  if (!reader.next()) throw MalformedInput({.file = path}, "the file is empty");
  const auto header = columns_of(reader.line());
  if (has_logarithms(columns.p_value)) {
    throw MalformedInput({.file = path, .line = 1},
                         fmt::format("the column {} has logarithms, p-values expected: 10 to the "
                                     "power of these, or of these with a minus",
                                     in_quotes(columns.p_value)));
  }
  const std::size_t variant = find_column(header, columns.variant, path);
  const std::size_t p_value = find_column(header, columns.p_value, path);
  Association found;
  found.p_values.resize(static_cast<std::size_t>(source.vectors()));
  while (reader.next()) {
    const auto line = columns_of(reader.line());
    if (line.empty()) continue;
    const Place place{.file = path, .line = reader.number()};
    if (line.size() <= std::max(variant, p_value)) {
      throw MalformedInput(place, fmt::format("{} columns found, {} expected", line.size(),
                                              std::max(variant, p_value) + 1));
    }
    const auto p = p_value_of(line[p_value], place);
    found.lines += p ? 1 : 0;
    found.without += p ? 0 : 1;
    if (!p) continue;
    const auto at = index_of.find(line[variant]);
    if (at == index_of.end()) {
      ++found.unknown;
    } else {
      found.p_values[static_cast<std::size_t>(at->second)].push_back(*p);
    }
  }
  found.file = file.record();
  return found;
}

}  // namespace encke::ld
