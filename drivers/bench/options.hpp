#pragma once

#include <string>
#include <vector>

#include "bench/kernels/case.hpp"

namespace encke::bench {

enum class Task { measure, suite, roofline, read_bed, schedule, shift, store, pack, help };

/// What a command line asks for.
struct Options {
  Task task = Task::measure;
  Case what{};
  Index ring = 0;              ///< ranks of Task::schedule
  Index hits = 0;              ///< of Task::store
  std::string file{};          ///< of Task::pack
  bool json = false;           ///< JSON lines only, no table
  bool threads_given = false;  ///< a suite runs on these threads, and not on 1 and on all
  bool repeats_given = false;  ///< a suite repeats so often, and not as its table says
  std::string help{};          ///< what to print for Task::help
};

/// Reads the arguments that follow the program's name.
/// Throws Error(command_line) that names the option and what was expected of it.
Options parse_options(const std::vector<std::string>& arguments);

}  // namespace encke::bench
