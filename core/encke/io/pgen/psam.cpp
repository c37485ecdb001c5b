#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/io/pgen/header_line.hpp>
#include <encke/io/pgen/psam.hpp>
#include <optional>
#include <string_view>

namespace encke::io {
namespace {

/// Where the columns are.
struct PsamLayout {
  std::optional<std::size_t> family;
  std::size_t individual = 0;
  std::optional<std::size_t> father;
  std::optional<std::size_t> mother;
  std::optional<std::size_t> sex;
  std::optional<std::size_t> phenotype;
  std::size_t columns = 0;  ///< as far as they are needed
};

bool is_known(std::string_view name) {
  constexpr std::array<std::string_view, 7> known = {"#FID", "#IID", "IID", "SID",
                                                     "PAT",  "MAT",  "SEX"};
  return std::find(known.begin(), known.end(), name) != known.end();
}

std::optional<std::size_t> phenotype_in(const HeaderLine& header, const std::string& name,
                                        const std::string& path) {
  if (!name.empty()) {
    const auto found = header.find(name);
    if (found && !is_known(name)) return found;
    throw Error(Failure::inconsistent,
                fmt::format("{}: no phenotype named {}", path, shortened(name)));
  }
  for (std::size_t c = 0; c < header.columns().size(); ++c) {
    if (!is_known(header.columns()[c])) return c;
  }
  return std::nullopt;
}

PsamLayout psam_layout(const HeaderLine& header, const std::string& phenotype,
                       const std::string& path, Index line) {
  PsamLayout layout;
  layout.family = header.find("#FID");
  const auto individual = header.find(layout.family ? "IID" : "#IID");
  if (!individual) {
    throw MalformedInput({.file = path, .line = line},
                         "no column IID in the line of column names, #FID IID ... or #IID ... "
                         "expected");
  }
  layout.individual = *individual;
  layout.father = header.find("PAT");
  layout.mother = header.find("MAT");
  layout.sex = header.find("SEX");
  layout.phenotype = phenotype_in(header, phenotype, path);
  for (const auto& column :
       {layout.family, individual, layout.father, layout.mother, layout.sex, layout.phenotype}) {
    if (column) layout.columns = std::max(layout.columns, *column + 1);
  }
  return layout;
}

using PsamColumns = std::vector<std::string_view>;

SampleId sample_of(const PsamColumns& columns, const PsamLayout& layout, Index line) {
  const auto text = [&](std::optional<std::size_t> column, std::string_view otherwise) {
    return column ? columns[*column] : otherwise;
  };
  std::string_view phenotype = text(layout.phenotype, "NA");
  if (phenotype == "nan" || phenotype == "NaN") phenotype = "NA";
  const std::string_view sex = text(layout.sex, "0");
  return {.family = std::string(text(layout.family, "0")),
          .individual = std::string(columns[layout.individual]),
          .phenotype = std::string(phenotype),
          .line = line,
          .founder = text(layout.father, "0") == "0" && text(layout.mother, "0") == "0",
          .male = sex == "1" || sex == "M" || sex == "m",
          .female = sex == "2" || sex == "F" || sex == "f"};
}

}  // namespace

std::vector<SampleId> read_psam(const std::string& path, const std::string& phenotype,
                                ReadLog& log) {
  InputFile file(path);
  LineReader reader(file);
  std::vector<SampleId> samples;
  bool any_header = false;
  std::optional<PsamLayout> layout;
  PsamColumns columns(1);
  while (reader.next()) {
    if (reader.line().starts_with('#')) {
      any_header = true;
      const HeaderLine header(reader.line());
      const bool names = header.find("#FID") || header.find("#IID");
      if (names) layout = psam_layout(header, phenotype, path, reader.number());
      continue;
    }
    columns.resize(layout ? layout->columns : 1);
    const std::size_t found = split_blanks(reader.line(), columns);
    if (found == 0) continue;
    if (!layout && !any_header) return read_fam(path, log);
    if (!layout) {
      throw MalformedInput({.file = path, .line = reader.number()},
                           "a line of column names, #FID IID ... or #IID ..., expected before");
    }
    if (found < columns.size()) {
      throw MalformedInput({.file = path, .line = reader.number()},
                           fmt::format("{} columns found, at least {} expected for the line of "
                                       "column names",
                                       found, columns.size()));
    }
    samples.push_back(sample_of(columns, *layout, reader.number()));
  }
  if (samples.empty()) throw MalformedInput({.file = path}, "the file has no samples");
  log.files.push_back(file.record());
  remark_same_samples(path, samples, log);
  return samples;
}

}  // namespace encke::io
