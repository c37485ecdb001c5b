#pragma once

#include <encke/job/request/read_request.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace encke::cli {

/// An option as words of a command line give it, and as a help text shows it.
struct WordOption {
  std::string name;   ///< with its dashes
  std::string takes;  ///< what follows it; empty: a flag
  std::string group;  ///< heading in the help text; empty: it is not shown
  std::string help = {};
  std::string also = {};  ///< another name, with its dashes
  int most_values = 1;    ///< words that it takes, at most; several are joined by blanks
  bool hidden = false;    ///< taken, but not shown
};

/// A command line taken apart.
struct Words {
  std::vector<job::GivenOption> options;  ///< in the order of `known`
  std::vector<std::string> others;        ///< what is no option that is known
  /// Of options that were given by their other name: the name, and the other one.
  std::vector<std::pair<std::string, std::string>> other_names = {};
};

/// The name in a word that is an option: what is before its "=".
std::string_view option_name(std::string_view word);

/// The option of this name or other name; none: nullptr.
const WordOption* find_word(const std::vector<WordOption>& options, std::string_view name);
bool has_word(const std::vector<WordOption>& options, std::string_view name);

/// A message with the names of options as they were typed.
std::string as_typed(std::string message, const Words& words);

/// Takes apart the words that follow a command. Throws Error(command_line) for an option without
/// its value, with a value that it does not take, or given twice.
Words read_words(const std::vector<std::string>& words, const std::vector<WordOption>& known);

/// Takes an option out of those that were given.
std::optional<std::string> take_option(std::vector<job::GivenOption>& given, std::string_view name);

/// The help text of a command: usage, summary, options by group, and what follows them.
std::string help_of_words(const std::string& usage, const std::string& summary,
                          const std::string& footer, const std::vector<WordOption>& known);

}  // namespace encke::cli
