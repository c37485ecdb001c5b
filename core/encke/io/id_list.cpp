#include <algorithm>
#include <array>
#include <encke/base/text/text.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/file/pipe_copy.hpp>
#include <encke/io/id_list.hpp>
#include <string_view>

namespace encke::io {

bool IdList::meets(const std::string& id) {
  const auto found = ids_.find(id);
  if (found == ids_.end()) return false;
  found->second = true;
  return true;
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

}  // namespace encke::io
