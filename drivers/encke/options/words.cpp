#include "words.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <encke/base/text/printable.hpp>
#include <encke/job/request/options/value.hpp>

#include "encke/help/wrap.hpp"

// The only file of the program that includes CLI11.
namespace encke::cli {
namespace {

CLI::Option* add_option(CLI::App& app, const WordOption& word) {
  const std::string names = word.also.empty() ? word.name : word.name + "," + word.also;
  CLI::Option* const option =
      word.takes.empty() ? app.add_flag(names, word.help) : app.add_option(names, word.help);
  if (!word.takes.empty()) option->type_name(word.takes)->expected(1, word.most_values);
  // Repetitions are told apart from single ones by us, with a message that names the option.
  option->multi_option_policy(word.most_values > 1 ? CLI::MultiOptionPolicy::TakeAll
                                                   : CLI::MultiOptionPolicy::TakeLast);
  return option->group(word.hidden ? "" : word.group);
}

CLI::Option* add_help(CLI::App& app) {
  app.allow_extras();
  return app.set_help_flag("-h,--help", "this text")->group("How");
}

/// CLI11 says which option lacks its value in its message only.
std::string option_named_in(const std::string& message) {
  const auto begin = message.find("--");
  if (begin == std::string::npos) return message;
  const auto end = message.find_first_of(" :", begin);
  return message.substr(begin, end == std::string::npos ? end : end - begin);
}

void parse(CLI::App& app, std::vector<std::string> words) {
  std::reverse(words.begin(), words.end());  // as CLI11 wants them
  try {
    app.parse(words);
  } catch (const CLI::ArgumentMismatch& error) {
    job::refuse(fmt::format("{}: a value expected", option_named_in(error.what())));
  } catch (const CLI::ParseError& error) {
    job::refuse(shortened(error.what(), 200));
  }
}

/// True if an option is among the words, with or without a value of its own.
bool was_typed(const std::vector<std::string>& words, const std::string& option) {
  if (option.empty()) return false;
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return option_name(word) == option; });
}

}  // namespace

std::string_view option_name(std::string_view word) { return word.substr(0, word.find('=')); }

const WordOption* find_word(const std::vector<WordOption>& options, std::string_view name) {
  const auto at = std::find_if(options.begin(), options.end(), [&](const WordOption& option) {
    return option.name == name || option.also == name;
  });
  return at == options.end() ? nullptr : &*at;
}

bool has_word(const std::vector<WordOption>& options, std::string_view name) {
  return find_word(options, name) != nullptr;
}

std::string as_typed(std::string message, const Words& words) {
  constexpr std::string_view of_names = "abcdefghijklmnopqrstuvwxyz0123456789-";
  for (const auto& [name, other] : words.other_names) {
    for (std::size_t at = 0; (at = message.find(name, at)) != std::string::npos;) {
      const std::size_t end = at + name.size();
      const bool whole = end == message.size() || of_names.find(message[end]) == of_names.npos;
      if (whole) message.replace(at, name.size(), other);
      at += whole ? other.size() : name.size();
    }
  }
  return message;
}

Words read_words(const std::vector<std::string>& words, const std::vector<WordOption>& known) {
  CLI::App app;
  // CLI11 does not name an option without a group in what it says of it.
  add_help(app)->group("read");
  // It compares an option with all before it, which took longer than a small run: those that no
  // word names are left out.
  std::vector<std::pair<const WordOption&, const CLI::Option*>> typed;
  for (const WordOption& word : known) {
    if (!was_typed(words, word.name) && !was_typed(words, word.also)) continue;
    typed.emplace_back(word, add_option(app, word)->group("read"));
  }
  parse(app, words);
  Words read;
  for (const auto& [word, option] : typed) {
    if (option->count() == 0) continue;
    if (word.most_values > 1) {
      std::string text = option->results().front();
      for (std::size_t i = 1; i < option->count(); ++i) text += ' ' + option->results()[i];
      read.options.push_back({word.name, text});
      continue;
    }
    const bool other = was_typed(words, word.also);
    if (option->count() > 1) {
      const std::string names = word.name + (other ? " (" + word.also + ")" : "");
      job::refuse(fmt::format("{}: given {} times", names, option->count()));
    }
    if (other) read.other_names.emplace_back(word.name, word.also);
    const std::string text = option->results().front();
    const bool flag = word.takes.empty();
    if (flag && text != "true") job::refuse(fmt::format("{}: takes no value", word.name));
    if (!flag && (text.empty() || text.starts_with("--"))) {
      job::refuse(fmt::format("{}: a value expected", word.name));
    }
    read.options.push_back({word.name, text});
  }
  read.others = app.remaining();
  return read;
}

std::optional<std::string> take_option(std::vector<job::GivenOption>& given,
                                       std::string_view name) {
  const auto at = std::find_if(given.begin(), given.end(),
                               [&](const job::GivenOption& option) { return option.name == name; });
  if (at == given.end()) return std::nullopt;
  std::string text = at->text;
  given.erase(at);
  return text;
}

std::string help_of_words(const std::string& usage, const std::string& summary,
                          const std::string& footer, const std::vector<WordOption>& known) {
  constexpr std::size_t column = 34, width = 80;
  std::vector<WordOption> fitting = known;
  for (WordOption& option : fitting) option.help = filled(option.help, width - column);
  CLI::App app{summary, usage};
  for (const WordOption& option : fitting) add_option(app, option);
  add_help(app);
  app.footer(footer);
  app.get_formatter()->column_width(column);
  return app.help();
}

}  // namespace encke::cli
