#include "encke/ids_file.hpp"

#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/io/input_file.hpp>
#include <encke/io/line_reader.hpp>
#include <encke/sink/output_file.hpp>
#include <encke/store/identity.hpp>

namespace encke::cli {
namespace {

std::string path_in(const std::string& directory) { return directory + "/ids"; }

}  // namespace

void write_ids(const std::string& directory, const std::vector<std::string>& names) {
  sink::OutputFile file(path_in(directory));
  for (const auto& name : names) file.write(store::escaped(name) + '\n');
  file.commit();
}

std::vector<std::string> read_ids(const std::string& directory, std::int64_t vectors) {
  io::InputFile file(path_in(directory));
  io::LineReader reader(file);
  std::vector<std::string> names;
  while (reader.next()) {
    const auto name = store::unescaped(std::string(reader.line()));
    if (name) names.push_back(*name);
  }
  if (static_cast<std::int64_t>(names.size()) == vectors) return names;
  throw Error(Failure::inconsistent, fmt::format("{}: {} names found, {} expected",
                                                 path_in(directory), names.size(), vectors));
}

}  // namespace encke::cli
