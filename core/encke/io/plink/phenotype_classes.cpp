#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/file/pipe_copy.hpp>
#include <encke/io/plink/phenotype_classes.hpp>
#include <encke/io/plink/sample_columns.hpp>
#include <string_view>

namespace encke::io {
namespace {

/// A phenotype as it is written, and the line.
struct Entry {
  std::string text;
  Index line = 0;
};

/// Columns of a --pheno file.
struct PhenotypeColumns {
  std::size_t ids = 2;     ///< columns before the phenotypes
  std::size_t column = 2;  ///< the phenotype
};

PhenotypeColumns layout_of(const PhenotypeSource& source,
                           const std::vector<std::string_view>& first) {
  PhenotypeColumns layout;
  if (has_column_names(first)) layout.ids = first[0] == "#IID" ? 1 : 2;
  layout.column = layout.ids;
  if (source.name.empty() && has_column_names(first)) {  // those of a .psam are no phenotypes
    const auto is_other = [](std::string_view name) {
      return name != "SID" && name != "PAT" && name != "MAT" && name != "SEX";
    };
    const auto begin = first.begin() + static_cast<std::ptrdiff_t>(layout.ids);
    const auto found = std::find_if(begin, first.end(), is_other);
    if (found != first.end()) layout.column = static_cast<std::size_t>(found - first.begin());
  }
  if (source.name.empty()) return layout;
  if (!has_column_names(first)) {
    throw Error(
        Failure::inconsistent,
        fmt::format("{}: no line of column names (FID IID ...), which --pheno-name {} needs",
                    source.file, shortened(source.name)));
  }
  const auto found =
      std::find(first.begin() + static_cast<std::ptrdiff_t>(layout.ids), first.end(), source.name);
  if (found == first.end()) {
    throw Error(Failure::inconsistent,
                fmt::format("{}: no phenotype named {}; the columns are {}", source.file,
                            shortened(source.name),
                            shortened(fmt::format("{}", fmt::join(first, ", ")), 200)));
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
  PhenotypeColumns layout;
  std::vector<std::string_view> columns;  // of a line, as far as the phenotype
  while (reader.next()) {
    if (columns.empty()) {
      const auto first = all_columns_of(reader.line());
      if (first.empty()) continue;
      layout = layout_of(source, first);
      by_individual = layout.ids == 1;
      columns.resize(layout.column + 1);
      if (has_column_names(first)) continue;
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
                                   "(unknown) expected (numbers are for --score linear)",
                                   shortened(entry.text)));
}

/// Why there may be no controls or no cases.
std::string likely_reason(Index unknown, Index controls, Index absent) {
  if (absent > 0 && controls == 0 && absent == unknown) {
    return fmt::format(
        "; {} not in this file, whose first two columns must be FID and IID as the samples have "
        "them",
        absent == 1 ? "1 sample is" : grouped(absent) + " samples are");
  }
  if (controls == 0 || unknown == 0) return "";
  return "; 0 is unknown: of controls 0 and cases 1, plink2 --1 --make-just-fam makes 1 and 2";
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
  Index absent = 0;
  for (std::size_t s = 0; s < samples.size(); ++s) {
    if (kept[s] == 0) continue;
    Entry entry{samples[s].phenotype, samples[s].line};
    if (!source.file.empty()) {
      const SampleId& id = samples[s];
      const auto found =
          entries.find(by_individual ? id.individual : id.family + '\t' + id.individual);
      absent += found == entries.end() ? 1 : 0;
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
                            "expected{}",
                            path, of[1], of[2], likely_reason(of[0], of[1], absent)));
  }
  log.remarks.push_back(
      fmt::format("phenotype of {}: {} controls, {} cases, {} samples without one "
                  "left out",
                  path, of[1], of[2], of[0]));
  return cases;
}

}  // namespace encke::io
