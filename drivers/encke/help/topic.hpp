#pragma once

#include <string>
#include <vector>

#include "encke/options/words.hpp"

namespace encke::cli {

/// What there is to say of one word that can follow the program's name. Help texts, manual pages,
/// the reference and completion are made of these.
struct Topic {
  std::string name;     ///< "ccc", "plan", "merge"; empty: the program itself
  std::string usage;    ///< "encke merge --out P PART ...", options left out
  std::string summary;  ///< a clause that says what it does
  std::string footer;   ///< examples, and what else follows the options
  std::vector<WordOption> options;
  bool is_metric = false;
};

/// The metrics and then the other commands, in the order in which they are shown.
std::vector<Topic> all_topics();

/// The topic of a name or another name of a metric. Throws Error(command_line) with the nearest
/// name where there is none.
Topic find_topic(const std::string& name);

/// The options that are shown, in their order.
std::vector<WordOption> shown_options(const Topic& topic);
/// Headings of the options that are shown, in the order of their first options.
std::vector<std::string> groups_of(const Topic& topic);
/// The options that are shown below a heading.
std::vector<WordOption> options_of(const Topic& topic, const std::string& group);

/// How a shell could complete the value of an option.
struct ValueKind {
  std::vector<std::string> choices{};  ///< of "{auto,none}"
  bool is_file = false;                ///< a file, or what files' names begin with
};
ValueKind value_kind(const WordOption& option);

}  // namespace encke::cli
