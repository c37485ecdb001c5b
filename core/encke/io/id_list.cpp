#include <algorithm>
#include <array>
#include <encke/base/text/text.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/file/pipe_copy.hpp>
#include <encke/io/id_list.hpp>
#include <string_view>

namespace encke::io {
namespace {

/// A sample of which only the IID is given is stored as "IID", others as this; ids have no tabs.
std::string both_ids(std::string_view family, std::string_view individual) {
  return std::string(family) + '\t' + std::string(individual);
}

}  // namespace

bool IdList::meets(const std::string& id) {
  const auto found = ids_.find(id);
  if (found == ids_.end()) return false;
  found->second = true;
  return true;
}

bool IdList::meets_sample(const std::string& family, const std::string& individual) {
  const bool both = meets(both_ids(family, individual));
  return meets(individual) || both;
}

std::ptrdiff_t IdList::unknown() const {
  return std::count_if(ids_.begin(), ids_.end(), [](const auto& id) { return !id.second; });
}

IdList read_id_list(const std::string& path) {
  const PipeCopy copy(path);
  InputFile file(copy.path());
  LineReader reader(file);
  IdList ids;
  while (reader.next()) {
    std::string_view rest = reader.line();
    std::array<std::string_view, 1> id;
    while (split_blanks(rest, id) == 1) {
      ids.insert(std::string(id[0]));
      rest.remove_prefix(static_cast<std::size_t>(id[0].data() + id[0].size() - rest.data()));
    }
  }
  ids.set_file(file.record());
  return ids;
}

IdList read_sample_list(const std::string& path) {
  const PipeCopy copy(path);
  InputFile file(copy.path());
  LineReader reader(file);
  IdList ids;
  bool individual_only = false;
  std::array<std::string_view, 2> columns;
  while (reader.next()) {
    const std::size_t found = split_blanks(reader.line(), columns);
    if (found == 0) continue;
    if (columns[0].front() == '#') {
      individual_only = individual_only || columns[0] == "#IID";
    } else if (found == 1 || individual_only) {
      ids.insert(std::string(columns[0]));
    } else {
      ids.insert(both_ids(columns[0], columns[1]));
    }
  }
  ids.set_file(file.record());
  return ids;
}

}  // namespace encke::io
