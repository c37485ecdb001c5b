#pragma once

#include <encke/job/request/options/value.hpp>
#include <encke/network/task/request.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "encke/options/words.hpp"

namespace encke::cli {

/// One option of `encke network`: all that is known of it. Reading, help, log and summary are loops
/// over these rows.
struct NetworkOption {
  std::string_view name;   ///< with its dashes
  std::string_view takes;  ///< what follows it; empty: a flag
  std::string_view group;  ///< heading in the help
  std::string_view help;   ///< in {braces}: graphs, pictures, sets
  /// Puts what was given into a request. Throws Error(command_line).
  void (*read)(const job::OptionValue& value, network::Request& request);
  /// The value in effect as it would be given, "" for a flag; nothing: it is not in effect.
  std::optional<std::string> (*show)(const network::Request& request);
  std::string_view only_with = {};  ///< another option that must be given with it
  bool of_file = false;             ///< not of the network of a run, which says the same itself
};

std::span<const NetworkOption> network_options();

/// The rows as options of a command line.
std::vector<WordOption> network_words();

/// Throws Error(command_line).
network::Request read_network(const Words& words);

/// The options with which a run makes a network of its values: --network, and the rows that are not
/// of_file. The help of a metric shows the most used ones.
std::vector<WordOption> network_words_of_run();

/// Takes these out of those that were given; nothing where there is no --network. Throws
/// Error(command_line).
std::optional<network::Request> take_network(std::vector<job::GivenOption>& given);

/// The options of a run's network in effect, with their values.
std::vector<std::pair<std::string, std::string>> network_in_effect(const network::Request& request);

}  // namespace encke::cli
