#pragma once

#include <encke/job/request/request.hpp>
#include <string>
#include <vector>

#include "words.hpp"

namespace encke::cli {

enum class Task { compute, plan, merge, verify, help, version };
enum class ProgressMode { automatic, plain, none, json };

/// What a command line asks for; all of it has been checked, as far as that is possible without
/// opening a file.
struct Command {
  Task task = Task::compute;
  std::string help{};  ///< what to print for Task::help
  job::Request request{};
  ProgressMode progress = ProgressMode::automatic;
  bool repair = false;                   ///< of Task::verify, whose `out` is request.out
  std::vector<std::string> arguments{};  ///< as given, the program's name left out
  std::vector<std::string> kokkos{};     ///< of these, those that Kokkos is to see
};

/// Reads the arguments that follow the program's name: [plan] METRIC OPTIONS, merge OPTIONS PART…,
/// or verify P; options in any order.
/// Throws Error(command_line) that names the option, its text and what was expected.
Command parse_command(const std::vector<std::string>& arguments);

/// All options with their help for this metric, "merge" or "verify"; what it does not take is not
/// shown.
std::vector<WordOption> options_for(const std::string& command);

}  // namespace encke::cli
