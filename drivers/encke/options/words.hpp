#pragma once

#include <encke/job/request/read_request.hpp>
#include <string>
#include <vector>

namespace encke::cli {

/// An option as words of a command line give it, and as a help text shows it.
struct WordOption {
  std::string name;   ///< with its dashes
  std::string takes;  ///< what follows it; empty: a flag
  std::string group;  ///< heading in the help text; empty: it is not shown
  std::string help = {};
};

/// A command line taken apart.
struct Words {
  std::vector<job::GivenOption> options;  ///< in the order of `known`
  std::vector<std::string> others;        ///< what is no option that is known
};

/// Takes apart the words that follow a command. Throws Error(command_line) for an option without
/// its value, with a value that it does not take, or given twice.
Words read_words(const std::vector<std::string>& words, const std::vector<WordOption>& known);

/// The help text of a command: usage, summary, options by group, and what follows them.
std::string help_of_words(const std::string& usage, const std::string& summary,
                          const std::string& footer, const std::vector<WordOption>& known);

}  // namespace encke::cli
