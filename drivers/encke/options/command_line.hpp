#pragma once

#include <encke/job/request/metric_table.hpp>
#include <encke/job/request/request.hpp>
#include <string>
#include <vector>

#include "encke/commands/row.hpp"
#include "progress.hpp"

namespace encke::cli {

/// `other`: of a command that is no metric.
enum class Task { compute, plan, other, help, version };

/// What a command line asks for; all of it has been checked, as far as that is possible without
/// its files.
struct Command {
  Task task = Task::compute;
  std::string help{};      ///< what to print for Task::help
  job::Request request{};  ///< of Task::compute and Task::plan
  Work work{};             ///< of Task::other
  ProgressMode progress = ProgressMode::automatic;
  bool verbose = false;
  std::vector<std::string> arguments{};  ///< as given, the program's name left out
  std::vector<std::string> kokkos{};     ///< of these, those that Kokkos is to see
};

/// Reads the arguments that follow the program's name: [plan] METRIC OPTIONS, or a command of
/// command_table() with its words; options in any order.
/// Throws Error(command_line) that names the option, its text and what was expected.
Command parse_command(const std::vector<std::string>& arguments);

/// The options that a metric takes, with their help.
std::vector<WordOption> options_of_metric(const job::MetricRow& metric);

}  // namespace encke::cli
