#include "help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <encke/base/version.hpp>

#include "arguments.hpp"
#include "encke/metrics.hpp"
#include "option_table.hpp"

namespace encke::cli {
namespace {

constexpr std::string_view program_help =
    "encke {}: compares all pairs and all triples of vectors\n"
    "\n"
    "Usage: encke METRIC [input] [what to compute] [output] [how]\n"
    "       encke plan METRIC ...    what it would take; computes nothing\n"
    "       encke METRIC --help      all options of a metric\n"
    "       encke merge --out P PART ...   joins the parts of a run (PART: the --out of one)\n"
    "       encke verify P           checks the stored state of a run, P.blocks/\n"
    "       mpirun -n N encke METRIC ...   on N ranks together\n"
    "       encke --version\n"
    "\n"
    "Metrics:\n"
    "{}"
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
    "kernels on this machine. Of the input it reads no more than that needs (with --maf or --geno\n"
    "the genotypes). Computes and writes nothing.\n";

constexpr std::string_view merge_summary =
    "Joins the parts of a run (of --phases, --stages, --shard) into its output files";
constexpr std::string_view merge_examples =
    "PART ... are the --out of the parts; all parts must be there, each once. The input is not "
    "needed.\n"
    "Example:\n"
    "  for k in 1 2 3; do encke ccc --bfile cohort --shard $k/3 --out part$k; done\n"
    "  encke merge --out cohort part1 part2 part3\n";
constexpr std::string_view verify_summary =
    "Reads every byte of P.blocks/ and says what is not as it was written";
constexpr std::string_view verify_examples =
    "Example:\n"
    "  encke verify part1\n";

/// Throws Error(command_line) where the words begin like a command, but of a metric there is not.
void refuse_unknown_metric(const std::vector<std::string>& words) {
  const auto is_option = [](const std::string& word) { return word.starts_with("-"); };
  auto word = words.begin();
  while (word != words.end() && (*word == "-h" || *word == "--help")) ++word;
  if (word != words.end() && *word == "plan") ++word;
  if (word == words.end() || is_option(*word) || is_command(*word)) return;
  find_metric(*word);
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
  if (!words.empty() && words.front() == "merge") {
    return metric_help("merge", merge_summary, merge_examples);
  }
  if (!words.empty() && words.front() == "verify") {
    return metric_help("verify", verify_summary, verify_examples);
  }
  if (!words.empty() && words.front() == "plan") return std::string(plan_help);
  constexpr std::string_view heading = "Examples:\n";  // once
  for (auto again = examples.rfind(heading); again > 0; again = examples.rfind(heading)) {
    examples.erase(again, heading.size());
  }
  return fmt::format(program_help, version(), list, examples);
}

}  // namespace encke::cli
