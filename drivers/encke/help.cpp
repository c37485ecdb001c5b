#include "encke/help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <encke/base/version.hpp>

#include "encke/arguments.hpp"
#include "encke/metrics.hpp"

namespace encke::cli {
namespace {

constexpr std::string_view program_help =
    "encke {}: compares all pairs and all triples of vectors\n"
    "\n"
    "Usage: encke METRIC [input] [what to compute] [output] [how]\n"
    "       encke plan METRIC ...    what it would take; computes nothing\n"
    "       encke METRIC --help      all options of a metric\n"
    "       encke --version\n"
    "\n"
    "Metrics:\n"
    "{}"
    "\n"
    "{}"
    "\n"
    "Exit codes: 0 done; 2 not enough memory; 3 cannot open; 4 cannot read; 5 cannot write;\n"
    "6 malformed input; 7 inconsistent input; 8 command line; 20 stopped by a signal;\n"
    "60 internal error\n";

constexpr std::string_view plan_help =
    "Usage: encke plan METRIC [input] [what to compute] [output] [how]\n"
    "\n"
    "Takes the options of the metric (encke METRIC --help) and says how many tuples and values "
    "there\n"
    "are, how they are cut into blocks, and what memory and time they will take, from a trial of "
    "the\n"
    "kernels on this machine. Of the input it reads no more than that needs. Computes and writes\n"
    "nothing.\n";

/// Throws Error(command_line) where the words begin like a command, but of a metric there is not.
void refuse_unknown_metric(const std::vector<std::string>& words) {
  const auto is_option = [](const std::string& word) { return word.starts_with("-"); };
  auto word = words.begin();
  while (word != words.end() && (*word == "-h" || *word == "--help")) ++word;
  if (word != words.end() && *word == "plan") ++word;
  if (word != words.end() && !is_option(*word)) find_metric(*word);
}

}  // namespace

std::string help_text(const std::vector<std::string>& words) {
  refuse_unknown_metric(words);
  const auto metrics = metric_table();
  std::string list;
  std::string examples;
  for (const MetricEntry& metric : metrics) {
    if (std::find(words.begin(), words.end(), metric.name) != words.end()) {
      return metric_help(metric.name, metric.summary, metric.examples);
    }
    list += fmt::format("  {:<10}{}\n", metric.name, metric.summary);
    examples += metric.examples;
  }
  if (!words.empty() && words.front() == "plan") return std::string(plan_help);
  constexpr std::string_view heading = "Examples:\n";  // once
  for (auto again = examples.rfind(heading); again > 0; again = examples.rfind(heading)) {
    examples.erase(again, heading.size());
  }
  return fmt::format(program_help, version(), list, examples);
}

}  // namespace encke::cli
