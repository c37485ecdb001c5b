#include "misplaced.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/job/request/options/other_names.hpp>
#include <encke/job/request/options/table.hpp>
#include <filesystem>
#include <optional>

#include "command_line.hpp"
#include "encke/commands/table.hpp"

namespace encke::cli {
namespace {

/// What the end of a file's name tells of it.
struct FileEnding {
  std::string_view ending;
  std::string_view option;
  bool is_prefix = false;  ///< the option takes the name without its ending
};

constexpr FileEnding file_endings[] = {
    {".bed", "--bfile", true},
    {".bim", "--bfile", true},
    {".fam", "--bfile", true},
    {".pgen", "--pfile", true},
    {".pvar", "--pfile", true},
    {".psam", "--pfile", true},
    {".tped", "--tfile", true},
    {".tfam", "--tfile", true},
    {".vcf", "--vcf"},
    {".vcf.gz", "--vcf"},
    {".bcf", "--bcf"},
    {".bgen", "--bgen"},
    {".biom", "--biom"},
    {".fps", "--fps"},
    {".fps.gz", "--fps"},
    {".edges.tsv", "--edges"},
    {".edges.tsv.zst", "--edges"},
    {".abc", "--edges"},
    {".tsv", "--table"},
    {".txt", "--table"},
    {".npy", "--table"},
    {".nwk", "--tree"},
    {".tre", "--tree"},
};

bool takes(const std::vector<WordOption>& options, std::string_view name) {
  const WordOption* const option = find_word(options, name);
  return option != nullptr && !option->group.empty();
}

bool is_given(const Words& words, std::string_view name) {
  return std::any_of(words.options.begin(), words.options.end(),
                     [&](const job::GivenOption& option) { return option.name == name; });
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string did_you_mean(std::string_view option, std::string_view value) {
  return fmt::format("; did you mean {} {}?", option, shortened(std::string(value), 200));
}

/// The 4 of --shard 1 4.
std::optional<std::string> hint_of_share(std::string_view word, const Words& given) {
  if (!is_number(word)) return std::nullopt;
  for (const job::GivenOption& option : given.options) {
    const bool shares =
        option.name == "--shard" || option.name == "--phases" || option.name == "--stages";
    if (!shares || !is_number(option.text)) continue;
    return did_you_mean(option.name, fmt::format("{}/{}", option.text, word));
  }
  return std::nullopt;
}

bool is_file(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

/// cohort of cohort.bed, or where the command takes such a set, and its files are there.
std::optional<std::string> hint_of_file(std::string_view word, const Words& given,
                                        const std::vector<WordOption>& known) {
  const auto fits = [&](std::string_view option) {
    return takes(known, option) && !is_given(given, option);
  };
  for (const FileEnding& row : file_endings) {
    if (word.size() <= row.ending.size() || !word.ends_with(row.ending) || !fits(row.option)) {
      continue;
    }
    return did_you_mean(row.option,
                        row.is_prefix ? word.substr(0, word.size() - row.ending.size()) : word);
  }
  constexpr std::pair<std::string_view, std::string_view> sets[] = {
      {".bed", "--bfile"}, {".pgen", "--pfile"}, {".tped", "--tfile"}};
  for (const auto& [ending, option] : sets) {
    if (fits(option) && is_file(std::string(word) + std::string(ending))) {
      return did_you_mean(option, word);
    }
  }
  return std::nullopt;
}

/// All metrics and commands that have options, with these.
std::vector<std::pair<std::string_view, std::vector<WordOption>>> all_commands() {
  std::vector<std::pair<std::string_view, std::vector<WordOption>>> all;
  for (const job::MetricRow* const metric : job::metric_table()) {
    all.emplace_back(metric->name, options_of_metric(*metric));
  }
  for (const CommandRow* const command : command_table()) {
    all.emplace_back(command->name, command->options());
  }
  return all;
}

std::string meant(std::string_view command, const std::vector<std::string>& words) {
  return did_you_mean(fmt::format("encke {}", command), fmt::format("{}", fmt::join(words, " ")));
}

/// True if `words` after a command are a whole command line. No file is opened for it.
bool can_be_read(std::string_view command, const std::vector<std::string>& words) {
  std::vector<std::string> all = {std::string(command)};
  all.insert(all.end(), words.begin(), words.end());
  try {
    parse_command(all);
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// The one command that takes all options that were given; "" where there are none or several.
std::string_view only_taker(const std::vector<std::string>& words) {
  std::string_view taker;
  for (const auto& [name, options] : all_commands()) {
    const auto& taken = options;  // clang up to 15 has no bindings in lambdas
    const bool all = std::all_of(words.begin(), words.end(), [&](const std::string& word) {
      return !word.starts_with("--") || takes(taken, option_name(word));
    });
    if (!all) continue;
    if (!taker.empty()) return "";
    taker = name;
  }
  return taker;
}

/// True if a word is what an option before it takes.
bool is_value(const std::vector<std::string>& words, std::size_t i) {
  if (i == 0) return false;
  for (const auto& [name, options] : all_commands()) {
    const WordOption* const option = find_word(options, words[i - 1]);
    if (option != nullptr && !option->takes.empty()) return true;
  }
  return false;
}

}  // namespace

std::string hint_for_stray(std::string_view word, const Words& given,
                           const std::vector<WordOption>& known) {
  if (const auto hint = hint_of_share(word, given)) return *hint;
  if (const auto hint = hint_of_file(word, given, known)) return *hint;
  return "; options begin with --";
}

std::string hint_for_no_command(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool dashes = words[i].starts_with("--");
    const std::string name = words[i].substr(dashes ? 2 : 0);
    if (!names_command(name) || is_value(words, i)) continue;
    const auto all = all_commands();
    const bool is_option = dashes && std::any_of(all.begin(), all.end(), [&](const auto& command) {
                             return takes(command.second, words[i]);
                           });
    if (is_option) continue;  // --network, --prune
    std::vector<std::string> others = words;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    if (can_be_read(name, others)) return meant(name, others);
    return fmt::format("; {} stands before its options: encke {} ...", name, name);
  }
  for (const std::string& word : words) {
    const std::string_view called = job::command_called(word);
    if (!called.empty()) return fmt::format("; {} is {} here", word, called);
  }
  const bool has_option = std::any_of(
      words.begin(), words.end(), [](const std::string& word) { return word.starts_with("--"); });
  const std::string_view taker = has_option ? only_taker(words) : std::string_view();
  return !taker.empty() && can_be_read(taker, words) ? meant(taker, words) : "";
}

}  // namespace encke::cli
