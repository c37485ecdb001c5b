#pragma once

#include <string>
#include <vector>

namespace encke::bench {

/// What a program left behind.
struct Finished {
  std::string output;  ///< what it wrote to its standard output
  int exit_code = 0;   ///< 128 + number of the signal, where one ended it
};

/// Runs a program to its end; its standard error is this process's.
/// Throws Error(internal) where it cannot be started.
Finished run_program(const std::string& program, const std::vector<std::string>& arguments);

/// Path of the running program.
std::string own_program();

}  // namespace encke::bench
