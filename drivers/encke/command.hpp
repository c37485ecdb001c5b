#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace encke::cli {

/// Does what the arguments that follow the program's name ask for, on all ranks that a launcher
/// started; returns the exit code. Messages go to standard output and standard error.
int run_program(const std::vector<std::string>& arguments);

/// Calls `work`; returns 0, or prints one message and returns the exit code of what it throws.
int guarded(const std::function<void()>& work, std::ostream& errors);

}  // namespace encke::cli
