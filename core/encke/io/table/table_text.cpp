#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/io/table/table_text.hpp>
#include <string_view>

namespace encke::io {
namespace {

/// What programs write before the header of a table that was in BIOM format.
bool is_remark(std::string_view line) {
  return line.starts_with("# Constructed from biom file") || line.starts_with("# QIIME");
}

/// The last column may have words about the feature.
bool has_words(std::string_view header) {
  std::string last(header.substr(header.rfind('\t') + 1));
  std::transform(last.begin(), last.end(), last.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return last == "taxonomy" || last == "consensus lineage" || last == "consensuslineage";
}

/// As R and spreadsheets write it: quotes at both ends, within them "" or \" for a quote.
std::string without_quotes(std::string_view name) {
  if (name.size() < 2 || name.front() != '"' || name.back() != '"') return std::string(name);
  name = name.substr(1, name.size() - 2);
  std::string plain;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool escaped = name[i] == '"' || name[i] == '\\';
    if (escaped && i + 1 < name.size() && name[i + 1] == '"') ++i;
    plain += name[i];
  }
  return plain;
}

/// True of a first cell that says that rows are features: as BIOM, QIIME 2, DADA2 and others write
/// it.
bool names_features(std::string_view first) {
  constexpr std::string_view names[] = {"#OTU ID",    "#OTUID",     "OTU ID", "OTUID", "OTU_ID",
                                        "Feature ID", "feature-id", "ASV",    "ASV_ID"};
  return std::find(std::begin(names), std::end(names), first) != std::end(names);
}

void take_header(LineReader& reader, const std::string& path, TableText& text) {
  if (!reader.next()) throw MalformedInput({.file = path}, "the file is empty");
  const bool remark = is_remark(reader.line()) && reader.next();
  const std::string_view line = reader.line();
  text.header = reader.number();
  text.cells = std::count(line.begin(), line.end(), '\t') + 1;
  const auto tab = std::min(line.find('\t'), line.size());
  text.columns = line.substr(std::min(tab + 1, line.size()));
  const std::string first = without_quotes(line.substr(0, tab));
  text.rows_are_features = remark || names_features(first);
  text.numbers = text.cells - 1 - (text.rows_are_features && has_words(line) ? 1 : 0);
  if (text.numbers > 0) return;
  if (line.find(',') != std::string_view::npos && line.find('\t') == std::string_view::npos) {
    throw MalformedInput({.file = path, .line = text.header},
                         "cells separated by commas found, tabs expected: tr , '\\t' <FILE");
  }
  throw MalformedInput({.file = path, .line = text.header},
                       "no fields: a header line with two or more tab-separated cells expected");
}

/// Names of rows or columns: `place` tells where each is.
template <class PlaceOf>
void check_names(const std::vector<std::string>& names, std::string_view what,
                 const PlaceOf& place) {
  TextSet seen(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) {
      throw MalformedInput(place(i), fmt::format("empty cell, the {}'s name expected", what));
    }
    if (seen.insert(names[i]).second) continue;
    throw MalformedInput(
        place(i), fmt::format("the {} name {} comes a second time", what, in_quotes(names[i])));
  }
}

bool parses_as_number(std::string_view cell) {
  double number = 0;
  const char* const end = cell.data() + cell.size();
  const auto [stop, problem] = std::from_chars(cell.data(), end, number);
  return problem == std::errc{} && stop == end;
}

bool has_digits_alone(std::string_view cell) {
  return !cell.empty() && cell.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Samples may be called 1, 2 and 3, but not 0.5, nor 0 and 0.
void refuse_without_header(const TableText& text, const std::string& path) {
  if (!has_numbers_for_names(text)) return;
  const auto names = column_names(text);
  TextSet seen(names.size());
  const bool names_of_samples = std::all_of(names.begin(), names.end(), [&](const auto& name) {
    return has_digits_alone(name) && seen.insert(name).second;
  });
  if (names_of_samples) return;
  throw MalformedInput({.file = path, .line = text.header},
                       "numbers found, a header line with a name for each column expected before "
                       "the first row");
}

}  // namespace

TableText scan_table(InputFile& file) {
  LineReader reader(file);
  TableText found;
  take_header(reader, file.path(), found);
  Index blank = 0;
  for (Index offset = reader.offset(); reader.next(); offset = reader.offset()) {
    if (reader.line().empty()) {
      blank = blank == 0 ? reader.number() : blank;
      continue;
    }
    if (blank != 0) {
      throw MalformedInput({.file = file.path(), .line = blank}, "an empty line between the rows");
    }
    found.offsets.push_back(offset);
    found.rows.push_back(without_quotes(reader.line().substr(0, reader.line().find('\t'))));
  }
  if (found.rows.empty()) {
    throw MalformedInput({.file = file.path()}, "no rows after the header line");
  }
  refuse_without_header(found, file.path());
  found.record = file.record();
  return found;
}

bool has_numbers_for_names(const TableText& text) {
  const auto names = column_names(text);
  return std::all_of(names.begin(), names.end(), parses_as_number);
}

std::vector<std::string> column_names(const TableText& text) {
  std::vector<std::string> names;
  std::string_view rest = text.columns;
  for (Index c = 0; c < text.numbers; ++c) {
    const std::size_t end = std::min(rest.find('\t'), rest.size());
    names.push_back(without_quotes(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return names;
}

void check_row_names(const TableText& text, const std::string& path) {
  check_names(text.rows, "row", [&](std::size_t row) {
    return Place{.file = path, .line = text.header + 1 + static_cast<Index>(row), .column = 1};
  });
}

void check_column_names(const TableText& text, const std::vector<std::string>& names,
                        const std::string& path) {
  check_names(names, "column", [&](std::size_t column) {
    return Place{.file = path, .line = text.header, .column = static_cast<Index>(column) + 2};
  });
}

void TableLines::move_to(Index row) {
  const Index offset = offsets_[static_cast<std::size_t>(row)];
  const Index lines = header_ + row;
  reader_ ? reader_->move_to(offset, lines) : void(reader_.emplace(file_, offset, lines));
}

void TableLines::next() {
  if (reader_->next()) return;
  throw Error(Failure::read, path() + ": the file changed while it was read");
}

}  // namespace encke::io
