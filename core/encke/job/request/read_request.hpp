#pragma once

#include <encke/job/request/request.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace encke::job {

/// An option as it was given; the text of a flag does not count.
struct GivenOption {
  std::string name;  ///< with its dashes
  std::string text = {};
};

/// Reads what a job is asked for: the name of a metric, and its options in any order, each once.
/// All is checked, as far as that is possible without opening a file. Throws Error(command_line)
/// that names the option, its text and what was expected.
Request read_request(std::string_view metric, std::span<const GivenOption> given);

/// The same for the joining of `parts`, each the --out of one or its directory.
Request read_merge(const std::vector<std::string>& parts, std::span<const GivenOption> given);

/// The options that have a value, given or not, with the values in effect as they would be given
/// ("" for a flag), in the order of help.
std::vector<std::pair<std::string, std::string>> options_in_effect(const Request& request);

/// Throws Error(command_line) where the values written are not those of the smallest p-values.
void check_adjusted(const Request& request);
/// Throws Error(command_line) for outputs that values of named alleles do not have.
void check_alleles(const Request& request);
/// Throws Error(command_line) where options are of a file of values that is not written.
void check_values_file(const Request& request);

}  // namespace encke::job
