#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/io/bgen/sample_file.hpp>

namespace encke::io {
namespace {

/// Which column of the line of names is that of sexes; 0 where none is.
std::size_t column_of_sex(std::string_view line) {
  std::vector<std::string_view> names(16);
  std::size_t found = split_blanks(line, names);
  while (found == names.size()) {  // there may be more
    names.resize(2 * names.size());
    found = split_blanks(line, names);
  }
  for (std::size_t c = 2; c < found; ++c) {
    if (names[c] == "sex") return c;
  }
  return 0;
}

}  // namespace

std::vector<SampleId> read_sample_file(const std::string& path) {
  InputFile file(path);
  LineReader reader(file);
  std::vector<SampleId> samples;
  TextMap<Index> seen;
  Index lines = 0;
  std::size_t sex = 0;  // its column; 0: there is none
  std::vector<std::string_view> columns(2);
  while (reader.next()) {
    if (lines == 0) sex = column_of_sex(reader.line());
    columns.resize(std::max<std::size_t>(2, sex + 1));
    const std::size_t found = split_blanks(reader.line(), columns);
    if (found == 0) continue;
    const auto refuse = [&](const std::string& why) {
      throw MalformedInput({.file = path, .line = reader.number()}, why);
    };
    if (found < 2) refuse("one column found, two ids of a sample expected");
    ++lines;
    if (lines == 1) {
      if (columns[0] != "ID_1" || columns[1] != "ID_2") refuse("columns ID_1 and ID_2 expected");
    } else if (lines == 2) {
      if (columns[0] != "0" || columns[1] != "0") refuse("kinds of columns (0 0 0 ...) expected");
    } else {
      if (!seen.emplace(fmt::format("{} {}", columns[0], columns[1]), lines).second) {
        refuse(fmt::format("sample {} {} for the second time", shortened(columns[0]),
                           shortened(columns[1])));
      }
      samples.push_back({.family = std::string(columns[0]),
                         .individual = std::string(columns[1]),
                         .male = sex != 0 && sex < found && columns[sex] == "1",
                         .female = sex != 0 && sex < found && columns[sex] == "2"});
    }
  }
  if (samples.empty()) throw MalformedInput({.file = path}, "the file has no samples");
  return samples;
}

}  // namespace encke::io
