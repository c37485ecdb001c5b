#include "command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/text/nearest_name.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/job/request/options/table.hpp>
#include <encke/job/request/read_request.hpp>
#include <utility>

#include "help.hpp"

namespace encke::cli {
namespace {

using job::refuse;

constexpr std::string_view progress_modes[] = {"auto", "plain", "none", "json"};
constexpr std::string_view progress_option = "--progress";
constexpr std::string_view repair_option = "--repair";

bool contains(const std::vector<std::string>& words, std::string_view a, std::string_view b) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return word == a || word == b; });
}

/// Takes the first word off.
std::string take_word(std::vector<std::string>& words) {
  if (words.empty() || words.front().starts_with("-")) {
    refuse(fmt::format("{}: a metric expected first (encke --help lists them)",
                       words.empty() ? "nothing to do" : shortened(words.front())));
  }
  std::string word = words.front();
  words.erase(words.begin());
  return word;
}

/// Takes out what is for Kokkos.
std::vector<std::string> take_kokkos(std::vector<std::string>& words) {
  const auto kokkos = std::stable_partition(
      words.begin(), words.end(), [](const auto& word) { return !word.starts_with("--kokkos-"); });
  std::vector<std::string> taken(kokkos, words.end());
  for (const auto& word : taken) {  // Kokkos prints them as they are
    if (shortened(word, 200) != word) refuse("unknown option " + shortened(word));
  }
  words.erase(kokkos, words.end());
  return taken;
}

void refuse_unknown(const std::string& word, const std::vector<WordOption>& options) {
  if (!word.starts_with("-")) {
    refuse(fmt::format("{}: unexpected; options begin with --", shortened(word)));
  }
  const std::string name = word.substr(0, word.find('='));
  std::vector<std::string_view> known = {"--help", "--version"};
  for (const WordOption& option : options) known.push_back(option.name);
  refuse(fmt::format("unknown option {}{}", shortened(name), suggestion(name, known)));
}

/// Who takes an option, for those who may not.
std::string takers(const std::string& name) {
  if (name == repair_option) return "verify";
  const job::OptionRow* const row = job::find_option(name);
  const bool all = row == nullptr || row->taken_by == job::TakenBy::all;
  return all ? "metrics" : job::metrics_with(*row);
}

/// The words of a command. Throws Error(command_line) for an option that it does not take; stray
/// words are refused unless it takes such.
Words words_of(const std::string& command, const std::vector<std::string>& words,
               bool takes_others) {
  const std::vector<WordOption> known = options_for(command);
  Words read = read_words(words, known);
  for (const job::GivenOption& given : read.options) {
    const auto option = std::find_if(known.begin(), known.end(),
                                     [&](const WordOption& o) { return o.name == given.name; });
    if (!option->group.empty()) continue;
    refuse(fmt::format("{} does not work with {}. It is an option of {}.", given.name, command,
                       takers(given.name)));
  }
  for (const std::string& word : read.others) {
    if (!takes_others || word.starts_with("-")) refuse_unknown(word, known);
  }
  return read;
}

/// Takes an option of the program itself out of those of the request.
std::optional<std::string> take_option(std::vector<job::GivenOption>& options,
                                       std::string_view name) {
  const auto at = std::find_if(options.begin(), options.end(),
                               [&](const job::GivenOption& option) { return option.name == name; });
  if (at == options.end()) return std::nullopt;
  std::string text = at->text;
  options.erase(at);
  return text;
}

Command parse_metric(const std::string& name, const std::vector<std::string>& words,
                     Command command) {
  const job::MetricRow& metric = job::find_metric(name);
  Words read = words_of(std::string(metric.name), words, false);
  if (const auto mode = take_option(read.options, progress_option)) {
    const job::OptionValue value{progress_option, *mode};
    command.progress = static_cast<ProgressMode>(value.choice(progress_modes));
  }
  command.request = job::read_request(metric.name, read.options);
  return command;
}

Command parse_merge(const std::vector<std::string>& words, Command command) {
  command.task = Task::merge;
  Words read = words_of("merge", words, true);
  command.request = job::read_merge(std::move(read.others), read.options);
  return command;
}

Command parse_verify(const std::vector<std::string>& words, Command command) {
  command.task = Task::verify;
  Words read = words_of("verify", words, true);
  if (read.others.size() != 1) refuse("encke verify needs the --out of one run or part.");
  command.request.out = read.others.front();
  command.repair = take_option(read.options, repair_option).has_value();
  return command;
}

/// The rows of the request's options, and where the program's own belong among these.
WordOption option_for(const std::string& command, const job::MetricRow* metric,
                      const job::OptionRow& row) {
  const bool of_merge = command == "merge" && !row.merge_help.empty();
  const bool taken = metric != nullptr ? job::takes(*metric, row) : of_merge;
  return {std::string(row.name), std::string(row.takes),
          taken ? std::string(job::heading(row.group)) : "",
          !taken   ? ""
          : metric ? job::help_of(row, *metric)
                   : job::help_of_merge(row)};
}

}  // namespace

std::vector<WordOption> options_for(const std::string& command) {
  const job::MetricRow* metric = nullptr;
  for (const job::MetricRow* const row : job::metric_table()) {
    if (row->name == command) metric = row;
  }
  std::vector<WordOption> options;
  for (const job::Group group : job::all_groups) {
    for (const job::OptionRow& row : job::options_of(group)) {
      options.push_back(option_for(command, metric, row));
    }
    if (group != job::Group::how) continue;
    const std::string how(job::heading(group));
    options.push_back({std::string(progress_option), "{auto,plain,none,json}",
                       metric != nullptr ? how : "",
                       "auto (default): a line that is rewritten on a terminal,\nplain lines "
                       "elsewhere"});
    options.push_back({std::string(repair_option), "", command == "verify" ? how : "",
                       "drop damaged tiles, so that --resume computes them again"});
  }
  return options;
}

Command parse_command(const std::vector<std::string>& arguments) {
  Command command;
  command.arguments = arguments;
  std::vector<std::string> words = arguments;
  command.kokkos = take_kokkos(words);
  const bool help = contains(words, "--help", "-h");
  if (help || contains(words, "--version", "-V")) {
    command.task = help ? Task::help : Task::version;
    if (help) command.help = help_text(words);
    return command;
  }

  std::string name = take_word(words);
  if (name == "merge") return parse_merge(words, std::move(command));
  if (name == "verify") return parse_verify(words, std::move(command));
  if (name == "plan") {
    command.task = Task::plan;
    name = take_word(words);
  }
  return parse_metric(name, words, std::move(command));
}

}  // namespace encke::cli
