#pragma once

#include <span>

#include "row.hpp"

namespace encke::cli {

/// The one list of commands that are no metrics, in the order in which they are shown.
std::span<const CommandRow* const> command_table();

/// Null where there is no command of this name.
const CommandRow* find_command(std::string_view name);

}  // namespace encke::cli
