#pragma once

#include <string>
#include <vector>

namespace encke::cli {

/// Text of --help for a command line with these words: of the metric that one of them names, of
/// `plan`, or of the whole program. Throws Error(command_line) where it begins with
/// the name of a metric that there is not.
std::string help_text(const std::vector<std::string>& words);

}  // namespace encke::cli
