#include "table.hpp"

#include <algorithm>

#include "rows.hpp"

namespace encke::cli {

std::span<const CommandRow* const> command_table() {
  static constexpr const CommandRow* rows[] = {
      &commands::merge,      &commands::verify,  &commands::prune,
      &commands::clump,      &commands::network, &commands::pcoa,
      &commands::group_test, &commands::digest,  &commands::help};
  return rows;
}

const CommandRow* find_command(std::string_view name) {
  const auto rows = command_table();
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [&](const CommandRow* row) { return row->name == name; });
  return found == rows.end() ? nullptr : *found;
}

}  // namespace encke::cli
