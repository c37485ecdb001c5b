#include "help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <encke/base/version.hpp>
#include <encke/job/request/metric_table.hpp>

#include "encke/commands/table.hpp"
#include "exit_codes.hpp"
#include "wrap.hpp"

namespace encke::cli {
namespace {

constexpr std::string_view usage_of_program =
    "Usage: encke METRIC [input] [what to compute] [output] [how]\n"
    "       encke plan METRIC ...    what it would take; computes nothing\n"
    "       encke METRIC -h          its options, in short\n"
    "       encke METRIC --help      all options of a metric\n";

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

std::string metric_list() {
  std::string list;
  for (const job::MetricRow* const metric : job::metric_table()) {
    list += fmt::format("  {:<10}{}\n", metric->name, metric->summary);
  }
  return list;
}

/// Other names of metrics, each with the name.
std::string alias_list() {
  std::vector<std::string> names;
  for (const job::MetricAlias& alias : job::metric_aliases()) {
    names.push_back(
        fmt::format("{} ({}{})", alias.name, alias.metric, alias.distance ? " --distance" : ""));
  }
  return wrapped("Other names: ", names, ", ");
}

std::string exit_code_list() {
  std::vector<std::string> codes;
  for (const auto& [code, meaning] : exit_codes)
    codes.push_back(fmt::format("{} {}", code, meaning));
  return wrapped("Exit codes: ", codes, "; ");
}

bool is_help_option(const std::string& word) { return word == "-h" || word == "--help"; }

/// The word that names what help is wanted of; empty: the program.
std::string topic_word(const std::vector<std::string>& words) {
  auto word = std::find_if_not(words.begin(), words.end(), is_help_option);
  const auto is_name = [&] { return word != words.end() && !word->starts_with("-"); };
  if (!is_name()) return "";
  if (*word != "plan") return *word;
  const auto plan = word++;
  word = std::find_if_not(word, words.end(), is_help_option);
  return is_name() ? *word : *plan;
}

std::string brief_text(const Topic& topic) {
  std::string text = fmt::format("Usage: {} [OPTIONS]\n\n{}\n\n", topic.usage, topic.summary);
  for (const std::string& group : groups_of(topic)) {
    std::vector<std::string> names;
    for (const WordOption& option : options_of(topic, group)) {
      names.push_back(option.takes.empty() ? option.name : option.name + " " + option.takes);
    }
    text += wrapped(fmt::format("{}: ", group), names, ", ");
  }
  const std::string name = topic.name;
  return text +
         fmt::format("\n{}\nencke {} --help tells what each option does.\n", topic.footer, name);
}

}  // namespace

std::string help_text(const Topic& topic, bool brief) {
  if (brief && !topic.options.empty()) return brief_text(topic);
  return help_of_words(topic.usage, topic.summary, topic.footer, topic.options);
}

std::string program_help(bool brief) {
  std::string text = fmt::format("encke {}: compares all pairs and all triples of vectors\n\n{}{}",
                                 version(), usage_of_program, command_list());
  if (brief) return text + "\nMetrics:\n" + metric_list();
  text +=
      "       mpirun -n N encke METRIC ...   on N ranks together\n"
      "       encke --version\n"
      "\nMetrics:\n" +
      metric_list() + alias_list() + "\nExamples:\n";
  for (const job::MetricRow* const metric : job::metric_table()) text += metric->examples;
  return text + '\n' + exit_code_list();
}

std::string help_text(const std::vector<std::string>& words, bool brief) {
  const std::string name = topic_word(words);
  return name.empty() ? program_help(brief) : help_text(find_topic(name), brief);
}

}  // namespace encke::cli
