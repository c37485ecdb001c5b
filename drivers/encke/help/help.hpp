#pragma once

#include <string>
#include <vector>

#include "topic.hpp"

namespace encke::cli {

/// The help text for a command line with these words: of the metric or command that one of them
/// names, of `plan`, or of the whole program. `brief`: names of options only, as -h shows them.
/// Throws Error(command_line) where the words begin with a name that nothing has.
std::string help_text(const std::vector<std::string>& words, bool brief);

/// Help of one topic.
std::string help_text(const Topic& topic, bool brief);
/// Help of the program.
std::string program_help(bool brief);

}  // namespace encke::cli
