#include "help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <encke/base/version.hpp>
#include <encke/job/request/metric_table.hpp>

#include "command_line.hpp"
#include "encke/commands/table.hpp"

namespace encke::cli {
namespace {

constexpr std::string_view program_help =
    "encke {}: compares all pairs and all triples of vectors\n"
    "\n"
    "Usage: encke METRIC [input] [what to compute] [output] [how]\n"
    "       encke plan METRIC ...    what it would take; computes nothing\n"
    "       encke METRIC --help      all options of a metric\n"
    "{}"
    "       mpirun -n N encke METRIC ...   on N ranks together\n"
    "       encke --version\n"
    "\n"
    "Metrics:\n"
    "{}"
    "Other names: {}\n"
    "\n"
    "{}"
    "\n"
    "Exit codes: 0 done; 2 not enough memory; 3 cannot open; 4 cannot read; 5 cannot write;\n"
    "6 malformed input; 7 inconsistent input; 8 command line; 16 GPU; 20 stopped by a\n"
    "signal, to be resumed; 21 damaged data; 22 a rank died; 60 internal error\n";

constexpr std::string_view plan_help =
    "Usage: encke plan METRIC [input] [what to compute] [output] [how]\n"
    "\n"
    "Takes the options of the metric (encke METRIC --help) and says how many tuples and values "
    "there\n"
    "are, how they are cut into blocks, and what memory and time they will take, from a trial of "
    "the\n"
    "kernels on this machine. Of the input it reads no more than that needs (the genotypes where\n"
    "these select). Computes and writes nothing.\n";

/// The lines of all commands that are no metrics.
std::string command_list() {
  std::string list;
  for (const CommandRow* const row : command_table()) {
    std::string_view lines = row->in_short;
    while (!lines.empty()) {
      const std::size_t end = lines.find('\n') + 1;
      list += "       " + std::string(lines.substr(0, end));
      lines.remove_prefix(end);
    }
  }
  return list;
}

/// Throws Error(command_line) where the words begin like a command, but of a metric there is not.
void refuse_unknown_metric(const std::vector<std::string>& words) {
  const auto is_option = [](const std::string& word) { return word.starts_with("-"); };
  auto word = words.begin();
  while (word != words.end() && (*word == "-h" || *word == "--help")) ++word;
  if (word != words.end() && *word == "plan") ++word;
  if (word == words.end() || is_option(*word)) return;
  if (find_command(*word) != nullptr) return;
  job::find_metric(*word);
}

/// Other names of metrics, each with the name.
std::string alias_list() {
  std::string list;
  for (const job::MetricAlias& alias : job::metric_aliases()) {
    list += fmt::format("{}{} ({}{})", list.empty() ? "" : ", ", alias.name, alias.metric,
                        alias.distance ? " --distance" : "");
  }
  return list;
}

/// The words, with the names of metrics that the table has.
std::vector<std::string> with_names(std::vector<std::string> words) {
  for (const job::MetricAlias& alias : job::metric_aliases()) {
    std::replace(words.begin(), words.end(), std::string(alias.name), std::string(alias.metric));
  }
  return words;
}

}  // namespace

std::string help_text(const std::vector<std::string>& given) {
  refuse_unknown_metric(given);
  const std::vector<std::string> words = with_names(given);
  std::string list;
  std::string examples;
  for (const job::MetricRow* const metric : job::metric_table()) {
    const std::string name(metric->name);
    if (std::find(words.begin(), words.end(), name) != words.end()) {
      return help_of_words("encke " + name, std::string(metric->summary),
                           fmt::format("Examples:\n{}", metric->examples),
                           options_of_metric(*metric));
    }
    list += fmt::format("  {:<10}{}\n", name, metric->summary);
    examples += metric->examples;
  }
  const std::string_view first = words.empty() ? "" : std::string_view(words.front());
  if (const CommandRow* const row = find_command(first)) {
    return help_of_words(std::string(row->usage), std::string(row->summary),
                         std::string(row->footer), row->options());
  }
  if (first == "plan") return std::string(plan_help);
  return fmt::format(program_help, version(), command_list(), list, alias_list(),
                     "Examples:\n" + examples);
}

}  // namespace encke::cli
