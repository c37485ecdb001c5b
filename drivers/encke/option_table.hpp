#pragma once

#include <span>
#include <string>
#include <string_view>

namespace encke::cli {

/// One option of the command line, as it is parsed and as --help shows it.
struct OptionEntry {
  std::string_view name;     ///< with its dashes
  std::string_view value;    ///< what it takes; empty for a flag
  std::string_view group;    ///< heading in --help
  std::string_view help;     ///< "{}" in it stands for the names of the backends, see help_of()
  std::string_view metrics;  ///< names, separated by blanks, of those it is for; empty: all
  std::string_view commands = {};  ///< names of the commands that are no metrics it is for, too
};

/// All options, in the order of --help.
std::span<const OptionEntry> option_table();

/// Help of the option, with the names of the backends that this build has.
std::string help_of(const OptionEntry& option);

/// Whether the option may be given for `metric`, which may also be merge or verify.
bool fits(const OptionEntry& option, std::string_view metric);

}  // namespace encke::cli
