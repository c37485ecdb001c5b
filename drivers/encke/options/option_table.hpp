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
  std::string_view help_of_commands = {};  ///< instead of help; empty: the same
};

/// All options, in the order of --help.
std::span<const OptionEntry> option_table();

/// Whether `word` is a command that is no metric: merge or verify.
bool is_command(std::string_view word);

/// Help of the option for a metric or command, with the names of the backends that this build has.
std::string help_of(const OptionEntry& option, std::string_view metric);

/// Whether the option may be given for `metric`, which may also be merge or verify.
bool fits(const OptionEntry& option, std::string_view metric);

}  // namespace encke::cli
