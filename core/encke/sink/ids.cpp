#include <encke/base/error.hpp>
#include <encke/sink/ids.hpp>
#include <string_view>

namespace encke::sink {
namespace {

void refuse_ids_with(std::string_view characters, const std::string& output, const Ids& ids,
                     const char* what) {
  if (!ids) return;
  for (std::size_t v = 0; v < ids->size(); ++v) {
    if ((*ids)[v].find_first_of(characters) == std::string::npos) continue;
    throw Error(Failure::inconsistent, output + ": the id of vector " + std::to_string(v) +
                                           " (counted from 0) contains " + what);
  }
}

}  // namespace

void check_column_ids(const std::string& output, const Ids& ids) {
  refuse_ids_with("\t\r\n", output, ids,
                  "a tab or a line break, which a column of text cannot hold");
}

void check_terminated_ids(const std::string& output, const Ids& ids) {
  refuse_ids_with(std::string_view("\0", 1), output, ids,
                  "a NUL, which HDF5 takes for the end of a text");
}

}  // namespace encke::sink
