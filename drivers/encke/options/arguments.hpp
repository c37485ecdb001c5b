#pragma once

#include <encke/base/index.hpp>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace encke::cli {

/// Throws Error(command_line).
[[noreturn]] void refuse(const std::string& message);

/// The options of one command line as text, by name, and their conversions. Every conversion throws
/// Error(command_line) that names the option, its text and what was expected.
class Arguments {
 public:
  /// Throws Error(command_line) for an option that is unknown (with the nearest one that is not),
  /// without its value or given twice, for one that is not for `metric`, and for a stray word.
  /// `metric` may also be a command: merge or verify. Where `others` is not null, stray words go
  /// there instead.
  Arguments(std::string_view metric, const std::vector<std::string>& words,
            std::vector<std::string>* others = nullptr);

  bool given(std::string_view option) const { return texts_.count(std::string(option)) > 0; }
  /// Empty where the option is not given.
  std::string text(std::string_view option) const;
  /// The text if it is one of `choices`; the first of them where the option is not given.
  std::string choice(std::string_view option, const std::vector<std::string>& choices) const;
  /// A whole number from `least` to `most`.
  Index count(std::string_view option, Index least, Index most) const;
  /// A finite number.
  double real(std::string_view option) const;
  /// Finite numbers separated by commas.
  std::vector<double> reals(std::string_view option) const;
  /// A number from `least` to `most`.
  double real(std::string_view option, double least, double most) const;

 private:
  std::map<std::string, std::string> texts_;
};

/// Puts finite numbers separated by commas into `numbers`; false where the text is something else.
bool parse_reals(std::string_view text, std::vector<double>& numbers);

/// Text of --help for one metric.
std::string metric_help(std::string_view metric, std::string_view summary,
                        std::string_view examples);

}  // namespace encke::cli
