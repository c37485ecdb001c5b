#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <encke/base/error.hpp>
#include <encke/base/text/text.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/file/pipe_copy.hpp>
#include <encke/file/posix_file.hpp>
#include <encke/io/id_list.hpp>
#include <string_view>

namespace encke::io {
namespace {

/// A sample of which only the IID is given is stored as "IID", others as this; ids have no tabs.
std::string both_ids(std::string_view family, std::string_view individual) {
  return std::string(family) + '\t' + std::string(individual);
}

/// The ids of a line with tabs between them; blanks around one do not count.
void insert_cells(std::string_view line, IdList& ids) {
  constexpr std::string_view blanks = " \r";
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find('\t', begin), line.size());
    std::string_view id = line.substr(begin, end - begin);
    id.remove_prefix(std::min(id.find_first_not_of(blanks), id.size()));
    id.remove_suffix(id.size() - (id.find_last_not_of(blanks) + 1));
    if (!id.empty()) ids.insert(std::string(id));
    begin = end + 1;
  }
}

/// Who gives the id itself, as PLINK's --snp takes it, has named no file.
void refuse_id(const std::string& path, const char* what) {
  if (exists(path) || path.find('/') != std::string::npos) return;
  throw Error(
      Failure::open,
      fmt::format("{}: cannot open: there is no such file; a file with a list of {} expected", path,
                  what));
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

IdList read_id_list(const std::string& path, Separators separators) {
  refuse_id(path, "ids");
  const PipeCopy copy(path);
  InputFile file(copy.path());
  LineReader reader(file);
  IdList ids;
  while (reader.next()) {
    std::string_view rest = reader.line();
    if (separators == Separators::tabs) {
      insert_cells(rest, ids);
      continue;
    }
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
  refuse_id(path, "samples");
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
