#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/file/pipe_copy.hpp>
#include <encke/io/plink/phenotype_classes.hpp>
#include <string_view>

namespace encke::io {
namespace {

/// A phenotype as it is written, and the line.
struct Entry {
  std::string text;
  Index line = 0;
};

/// Columns of a --pheno file.
struct Layout {
  std::size_t ids = 2;     ///< columns before the phenotypes
  std::size_t column = 2;  ///< the phenotype
};

std::vector<std::string_view> all_columns_of(std::string_view line) {
  std::vector<std::string_view> columns(16);
  std::size_t found = split_blanks(line, columns);
  while (found == columns.size()) {  // there may be more
    columns.resize(2 * columns.size());
    found = split_blanks(line, columns);
  }
  columns.resize(found);
  return columns;
}

bool has_names(const std::vector<std::string_view>& columns) {
  return columns[0] == "FID" || columns[0] == "#FID" || columns[0] == "#IID";
}

Layout layout_of(const PhenotypeSource& source, const std::vector<std::string_view>& first) {
  Layout layout;
  if (has_names(first)) layout.ids = first[0] == "#IID" ? 1 : 2;
  layout.column = layout.ids;
  if (source.name.empty() && has_names(first)) {  // those of a .psam are no phenotypes
    const auto is_other = [](std::string_view name) {
      return name != "SID" && name != "PAT" && name != "MAT" && name != "SEX";
    };
    const auto begin = first.begin() + static_cast<std::ptrdiff_t>(layout.ids);
    const auto found = std::find_if(begin, first.end(), is_other);
    if (found != first.end()) layout.column = static_cast<std::size_t>(found - first.begin());
  }
  if (source.name.empty()) return layout;
  if (!has_names(first)) {
    throw Error(
        Failure::inconsistent,
        fmt::format("{}: no line of column names (FID IID ...), which --pheno-name {} needs",
                    source.file, shortened(source.name)));
  }
  const auto found =
      std::find(first.begin() + static_cast<std::ptrdiff_t>(layout.ids), first.end(), source.name);
  if (found == first.end()) {
    throw Error(Failure::inconsistent,
                fmt::format("{}: no phenotype named {}", source.file, shortened(source.name)));
  }
  if (std::find(found + 1, first.end(), source.name) != first.end()) {
    throw Error(Failure::inconsistent, fmt::format("{}: more than one phenotype is named {}",
                                                   source.file, shortened(source.name)));
  }
  layout.column = static_cast<std::size_t>(found - first.begin());
  return layout;
}

using Entries = TextMap<Entry>;

/// Entries by "FID<tab>IID", or by IID alone.
Entries read_entries(const PhenotypeSource& source, bool& by_individual, ReadLog& log) {
  const PipeCopy copy(source.file);
  InputFile file(copy.path());
  LineReader reader(file);
  Entries entries;
  Layout layout;
  std::vector<std::string_view> columns;  // of a line, as far as the phenotype
  while (reader.next()) {
    if (columns.empty()) {
      const auto first = all_columns_of(reader.line());
      if (first.empty()) continue;
      layout = layout_of(source, first);
      by_individual = layout.ids == 1;
      columns.resize(layout.column + 1);
      if (has_names(first)) continue;
    }
    const std::size_t found = split_blanks(reader.line(), columns);
    if (found == 0) continue;
    if (found < columns.size()) {
      throw MalformedInput(
          {.file = source.file, .line = reader.number()},
          fmt::format("{} columns found, at least {} expected", found, columns.size()));
    }
    std::string id(columns[0]);
    if (!by_individual) id += '\t' + std::string(columns[1]);
    const bool is_new =
        entries.emplace(id, Entry{std::string(columns[layout.column]), reader.number()}).second;
    if (is_new) continue;
    throw MalformedInput(
        {.file = source.file, .line = reader.number()},
        fmt::format("sample {} for the second time", shortened(columns[by_individual ? 0 : 1])));
  }
  log.files.push_back(file.record());
  return entries;
}

/// 0 control, 1 case, -1 unknown.
int class_of(const Entry& entry, const std::string& file) {
  if (entry.text == "1") return 0;
  if (entry.text == "2") return 1;
  if (entry.text == "0" || entry.text == "-9" || entry.text == "NA") return -1;
  throw MalformedInput({.file = file, .line = entry.line},
                       fmt::format("phenotype {} found, 1 (control), 2 (case), or 0, -9 or NA "
                                   "(unknown) expected",
                                   shortened(entry.text)));
}

}  // namespace

Kept select_classes(const PhenotypeSource& source, const std::string& fam,
                    const std::vector<SampleId>& samples, Kept& kept, ReadLog& log) {
  const std::string& path = source.file.empty() ? fam : source.file;
  Entries entries;
  bool by_individual = false;
  if (!source.file.empty()) entries = read_entries(source, by_individual, log);
  Kept cases(samples.size(), 0);
  Index of[3] = {0, 0, 0};  // unknown, controls, cases
  for (std::size_t s = 0; s < samples.size(); ++s) {
    if (kept[s] == 0) continue;
    Entry entry{samples[s].phenotype, samples[s].line};
    if (!source.file.empty()) {
      const SampleId& id = samples[s];
      const auto found =
          entries.find(by_individual ? id.individual : id.family + '\t' + id.individual);
      entry = found == entries.end() ? Entry{"NA", 0} : found->second;
    }
    const int c = class_of(entry, path);
    ++of[c + 1];
    if (c < 0) kept[s] = 0;
    cases[s] = c == 1 ? 1 : 0;
  }
  if (of[1] == 0 || of[2] == 0) {
    throw Error(Failure::inconsistent,
                fmt::format("{}: {} controls and {} cases among the samples, at least one of each "
                            "expected",
                            path, of[1], of[2]));
  }
  log.remarks.push_back(
      fmt::format("phenotype of {}: {} controls, {} cases, {} samples without one "
                  "left out",
                  path, of[1], of[2], of[0]));
  return cases;
}

}  // namespace encke::io
