#include "command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/job/request/network.hpp>
#include <encke/job/request/options/other_names.hpp>
#include <encke/job/request/options/table.hpp>
#include <encke/job/request/read_request.hpp>
#include <utility>

#include "encke/commands/table.hpp"
#include "encke/help/help.hpp"
#include "encke/network/options.hpp"
#include "misplaced.hpp"

namespace encke::cli {
namespace {

using job::refuse;

bool contains(const std::vector<std::string>& words, std::string_view a, std::string_view b) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return word == a || word == b; });
}

/// Takes the first word off.
std::string take_word(std::vector<std::string>& words) {
  if (words.empty() || words.front().starts_with("-")) {
    const std::string hint = hint_for_no_command(words);
    refuse(fmt::format("{}: a metric expected first{}",
                       words.empty() ? "nothing to do" : shortened(words.front()),
                       hint.empty() ? " (encke --help lists them)" : hint));
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

/// Who takes an option, for those who may not.
std::string takers(const std::string& name) {
  if (const job::OptionRow* const row = job::find_option(name)) {
    return row->taken_by == job::TakenBy::all ? "metrics" : job::metrics_with(*row);
  }
  std::string names;
  for (const CommandRow* const command : command_table()) {
    if (!has_word(command->options(), name)) continue;
    names += (names.empty() ? "" : ", ") + std::string(command->name);
  }
  if (has_word(network_words_of_run(), name)) {
    names = names.empty() ? "metrics" : "metrics, " + names;
  }
  return name == progress_word("").name || name == verbose_word("").name ? "metrics" : names;
}

/// What does the same where a command does not take an option.
std::string instead_of(const job::GivenOption& given, const std::vector<WordOption>& known) {
  const auto network = std::find_if(known.begin(), known.end(), [](const WordOption& option) {
    return option.name == "--network" && !option.group.empty();
  });
  if (given.name != "--cluster" || network == known.end()) return "";
  return fmt::format(" Here it is --network {}.", shortened(given.text));
}

/// The options of a command, and those of others: these are known, and refused.
std::vector<WordOption> with_others(std::vector<WordOption> own) {
  const auto add = [&](WordOption option) {
    if (has_word(own, option.name) || (!option.also.empty() && has_word(own, option.also))) return;
    option.group.clear();
    option.help.clear();
    own.push_back(std::move(option));
  };
  job::for_each_option([&](const job::OptionRow& row) {
    add({.name = std::string(row.name),
         .takes = std::string(row.takes),
         .group = "",
         .also = std::string(row.also)});
  });
  add(progress_word(""));
  add(verbose_word(""));
  for (WordOption& option : network_words_of_run()) add(std::move(option));
  for (const CommandRow* const command : command_table()) {
    for (const WordOption& option : command->options()) add(option);
  }
  return own;
}

/// True if some word is an option, or looks like one, that is not among these.
bool has_other(const std::vector<std::string>& words, const std::vector<WordOption>& options) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return word.starts_with("--") && !has_word(options, option_name(word));
  });
}

/// Hints at nothing for options that are not the command's own.
void refuse_unknown(const std::string& word, const Words& given,
                    const std::vector<WordOption>& options) {
  if (!word.starts_with("-")) {
    refuse(fmt::format("{}: unexpected{}", shortened(word), hint_for_stray(word, given, options)));
  }
  const std::string name(option_name(word));
  std::vector<std::string_view> known = {"--help", "--version"};
  for (const WordOption& option : options) {
    if (option.group.empty()) continue;
    known.push_back(option.name);
    if (!option.also.empty()) known.push_back(option.also);
  }
  refuse(fmt::format("unknown option {}{}", shortened(name), job::hint_for(name, known)));
}

/// Calls `read`, whose errors name options as they were typed.
template <class F>
void told_as_typed(const Words& words, const F& read) {
  try {
    read();
  } catch (const Error& error) {
    if (error.failure() != Failure::command_line) throw;
    refuse(as_typed(error.what(), words));
  }
}

/// Refuses an option that is known, but not for this command.
void refuse_options_of_others(std::string_view command, const Words& words,
                              const std::vector<WordOption>& known) {
  const job::MetricAlias* const alias = job::find_metric_alias(command);
  const std::string_view name = alias != nullptr ? alias->metric : command;
  for (const job::GivenOption& given : words.options) {
    const auto option = std::find_if(known.begin(), known.end(),
                                     [&](const WordOption& o) { return o.name == given.name; });
    if (!option->group.empty()) continue;
    const job::OptionRow* const row = job::find_option(given.name);
    for (const job::MetricRow* const metric : job::metric_table()) {
      if (metric->name == name && row != nullptr) refuse(job::why_not(*metric, *row, command));
    }
    refuse(fmt::format("{} does not work with {}. It is an option of {}.{}", given.name, command,
                       takers(given.name), instead_of(given, known)));
  }
}

/// The words of a command with these options. Throws Error(command_line) for one that it does not
/// take; stray words are refused unless it takes such.
Words words_of(std::string_view command, const std::vector<WordOption>& options,
               const std::vector<std::string>& words, bool takes_others) {
  // Those of all others are many.
  const std::vector<WordOption> known = has_other(words, options) ? with_others(options) : options;
  Words read = read_words(words, known);
  told_as_typed(read, [&] { refuse_options_of_others(command, read, known); });
  for (const std::string& word : read.others) {
    if (!takes_others || word.starts_with("-")) refuse_unknown(word, read, known);
  }
  return read;
}

void read_metric(const std::string& name, Words read, Command& command) {
  command.progress = take_progress(read.options);
  command.verbose = take_verbose(read.options);
  std::optional<network::Request> network = take_network(read.options);
  command.request = job::read_request(name, read.options);
  if (network) command.request.network = std::make_shared<const network::Request>(*network);
  job::check_network(command.request);
}

Command parse_metric(const std::string& name, const std::vector<std::string>& words,
                     Command command) {
  const job::MetricRow& metric = find_metric(name);
  const Words all = words_of(name, options_of_metric(metric), words, false);
  told_as_typed(all, [&] { read_metric(name, all, command); });
  return command;
}

Command parse_other(const CommandRow& row, const std::vector<std::string>& words, Command command) {
  const bool plan = command.task == Task::plan;
  command.task = Task::other;
  const Words all = words_of(row.name, row.options(), words, row.takes_words);
  told_as_typed(all, [&] { command.work = row.read(all, plan); });
  command.progress = command.work.progress;
  return command;
}

}  // namespace

std::vector<WordOption> options_of_metric(const job::MetricRow& metric) {
  std::vector<WordOption> options;
  for (const job::Group group : job::all_groups) {
    for (const job::OptionRow& row : job::options_of(group)) {
      if (!job::takes(metric, row)) continue;
      options.push_back({.name = std::string(row.name),
                         .takes = std::string(row.takes),
                         .group = std::string(job::heading(group)),
                         .help = job::help_of(row, metric),
                         .also = std::string(row.also)});
    }
    if (group == job::Group::answers) {
      for (WordOption& word : network_words_of_run()) options.push_back(std::move(word));
    }
    if (group == job::Group::how) {
      options.push_back(progress_word(std::string(job::heading(group))));
      options.push_back(verbose_word(std::string(job::heading(group))));
    }
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
    if (help) command.help = help_text(words, !contains(words, "--help", "--help"));
    return command;
  }

  std::string name = take_word(words);
  if (name == "plan") {
    command.task = Task::plan;
    name = take_word(words);
  }
  const CommandRow* const row = find_command(name);
  if (row != nullptr && (row->can_be_planned || command.task != Task::plan)) {
    return parse_other(*row, words, std::move(command));
  }
  return parse_metric(name, words, std::move(command));
}

}  // namespace encke::cli
