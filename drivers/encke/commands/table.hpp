#pragma once

#include <encke/job/request/metric_table.hpp>
#include <span>
#include <string_view>

#include "row.hpp"

namespace encke::cli {

/// The one list of commands that are no metrics, in the order in which they are shown.
std::span<const CommandRow* const> command_table();

/// Null where there is no command of this name.
const CommandRow* find_command(std::string_view name);

/// True if there is such a command or metric.
bool names_command(std::string_view name);

/// The metric of this name. Throws Error(command_line) where there is none, with the command that
/// does here what other programs do under this name, or all commands.
const job::MetricRow& find_metric(std::string_view given);

}  // namespace encke::cli
