#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/file/pipe_copy.hpp>
#include <encke/io/chromosome_kind.hpp>
#include <encke/io/select/loci.hpp>
#include <map>
#include <set>
#include <string_view>

namespace encke::io {
namespace {

[[noreturn]] void refuse(const std::string& path, Index line, const std::string& message) {
  throw MalformedInput({.file = path, .line = line}, message);
}

std::int64_t bound_in(std::string_view text, const std::string& path, Index line) {
  std::int64_t number = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (error == std::errc() && end == last && number >= 0) return number;
  refuse(path, line,
         fmt::format("{} found, a position in base pairs expected{}", in_quotes(std::string(text)),
                     line == 1 ? "; a header line begins with #" : ""));
}

/// A part of a file's name: no folder, and no file that is hidden.
bool names_file(std::string_view name) {
  constexpr std::size_t longest = 100;
  if (name.empty() || name.size() > longest || name.front() == '.') return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '.' ||
           c == '_' || c == '-' || c == '+';
  });
}

/// Where the variants of each chromosome are, by its usual name.
std::map<std::string, Range> chromosomes_of(const Sites& sites) {
  std::map<std::string, Range> all;
  for (Index v = 0; v < sites.size();) {
    const Index begin = v;
    const std::uint32_t number = sites.chromosomes()[idx(v)];
    while (v < sites.size() && sites.chromosomes()[idx(v)] == number) ++v;
    const auto [at, is_new] =
        all.try_emplace(usual_name_of_chromosome(sites.chromosome(begin)), Range{begin, v});
    if (!is_new) at->second.end = v;  // another name of the chromosome before
  }
  return all;
}

Range variants_between(const Sites& sites, Range chromosome, std::int64_t first,
                       std::int64_t last) {
  const auto begin = sites.positions().begin();
  const auto from = std::lower_bound(begin + chromosome.begin, begin + chromosome.end, first);
  const auto to = std::upper_bound(from, begin + chromosome.end, last);
  return {from - begin, to - begin};
}

}  // namespace

Loci read_loci(const std::string& path, const Sites& sites) {
  const auto chromosomes = chromosomes_of(sites);
  const PipeCopy copy(path);
  InputFile file(copy.path());
  LineReader reader(file);
  Loci found;
  std::set<std::string> names;
  std::array<std::string_view, 4> columns;
  while (reader.next()) {
    const std::size_t count = split_blanks(reader.line(), columns);
    const Index line = reader.number();
    if (count == 0 || columns[0].front() == '#') continue;
    if (count < 3) refuse(path, line, fmt::format("{} columns found, CHR FROM TO expected", count));
    const std::int64_t first = bound_in(columns[1], path, line);
    const std::int64_t last = bound_in(columns[2], path, line);
    if (last < first) {
      refuse(path, line,
             fmt::format("a locus from {} to {} found, TO not below FROM expected", first, last));
    }
    std::string name = count > 3 ? std::string(columns[3])
                                 : fmt::format("{}_{}_{}", columns[0], columns[1], columns[2]);
    if (!names_file(name)) {
      refuse(path, line,
             fmt::format("the name {} found, at most 100 letters, digits, '.', '_', '-' and '+' "
                         "expected, the first not '.'",
                         in_quotes(name)));
    }
    if (!names.insert(name).second) {
      refuse(path, line, fmt::format("a second locus {} found", in_quotes(name)));
    }
    const auto chromosome = chromosomes.find(usual_name_of_chromosome(columns[0]));
    const Range variants = chromosome == chromosomes.end()
                               ? Range{}
                               : variants_between(sites, chromosome->second, first, last);
    if (variants.size() == 0) {
      ++found.empty;
    } else {
      found.loci.push_back({std::move(name), variants});
    }
  }
  std::stable_sort(found.loci.begin(), found.loci.end(), [](const Locus& a, const Locus& b) {
    return a.variants.begin < b.variants.begin;
  });
  found.file = file.record();
  return found;
}

}  // namespace encke::io
