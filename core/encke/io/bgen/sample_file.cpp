#include <fmt/format.h>

#include <array>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/io/bgen/sample_file.hpp>

namespace encke::io {

std::vector<SampleId> read_sample_file(const std::string& path) {
  InputFile file(path);
  LineReader reader(file);
  std::vector<SampleId> samples;
  TextMap<Index> seen;
  Index lines = 0;
  std::array<std::string_view, 2> columns;
  while (reader.next()) {
    const std::size_t found = split_blanks(reader.line(), columns);
    if (found == 0) continue;
    const auto refuse = [&](const std::string& why) {
      throw MalformedInput({.file = path, .line = reader.number()}, why);
    };
    if (found < columns.size()) refuse("one column found, two ids of a sample expected");
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
      samples.push_back({std::string(columns[0]), std::string(columns[1])});
    }
  }
  if (samples.empty()) throw MalformedInput({.file = path}, "the file has no samples");
  return samples;
}

}  // namespace encke::io
