#include "arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/base/printable.hpp>
#include <regex>

#include "encke/suggest.hpp"
#include "option_table.hpp"

namespace encke::cli {

[[noreturn]] void refuse(const std::string& message) {
  throw Error(Failure::command_line, message);
}

[[noreturn]] static void refuse(std::string_view option, std::string_view text,
                                std::string_view expected) {
  refuse(fmt::format("{} {}: {} expected", option, shortened(text), expected));
}

namespace {

/// CLI11's parser of our table. All options that do not fit `metric` are known, but not shown.
void add_options(CLI::App& app, std::string_view metric) {
  for (const OptionEntry& entry : option_table()) {
    const std::string name(entry.name);
    const std::string help = help_of(entry, metric);
    CLI::Option* const option =
        entry.value.empty() ? app.add_flag(name, help) : app.add_option(name, help);
    if (!entry.value.empty()) option->type_name(std::string(entry.value))->expected(1);
    // Repetitions are told apart from single ones by us, with a message that names the option.
    option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    option->group(fits(entry, metric) ? std::string(entry.group) : "");
  }
  app.set_help_flag("-h,--help", "this text")->group("How");
  app.allow_extras();
}

void refuse_unknown(const std::string& word) {
  if (!word.starts_with("-")) {
    refuse(fmt::format("{}: unexpected; options begin with --", shortened(word)));
  }
  const std::string name = word.substr(0, word.find('='));
  std::vector<std::string_view> known = {"--help", "--version"};
  for (const OptionEntry& entry : option_table()) known.push_back(entry.name);
  refuse(fmt::format("unknown option {}{}", shortened(name), suggestion(name, known)));
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
    refuse(fmt::format("{}: a value expected", option_named_in(error.what())));
  } catch (const CLI::ParseError& error) {
    refuse(shortened(error.what(), 200));
  }
}

template <class Number>
bool parse_number(const std::string& text, Number& number) {
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, number);
  return problem == std::errc{} && stop == end;
}

}  // namespace

bool parse_reals(std::string_view text, std::vector<double>& numbers) {
  for (;;) {
    const auto comma = text.find(',');
    double number = 0;
    if (!parse_number(std::string(text.substr(0, comma)), number) || !std::isfinite(number)) {
      return false;
    }
    numbers.push_back(number);
    if (comma == std::string_view::npos) return true;
    text.remove_prefix(comma + 1);
  }
}

Arguments::Arguments(std::string_view metric, const std::vector<std::string>& words,
                     std::vector<std::string>* others) {
  CLI::App app;
  add_options(app, metric);
  parse(app, words);
  for (const OptionEntry& entry : option_table()) {
    const CLI::Option* const option = app.get_option(std::string(entry.name));
    if (option->count() == 0) continue;
    if (option->count() > 1) refuse(fmt::format("{}: given {} times", entry.name, option->count()));
    if (!fits(entry, metric)) {
      const std::string fitting =
          entry.metrics.empty()
              ? "metrics"
              : std::regex_replace(std::string(entry.metrics), std::regex(" "), ", ");
      refuse(fmt::format("{}: not for {}, but for {}", entry.name, metric, fitting));
    }
    const std::string text = option->results().front();
    const bool flag = entry.value.empty();
    if (flag && text != "true") refuse(fmt::format("{}: takes no value", entry.name));
    if (!flag && (text.empty() || text.starts_with("--"))) {
      refuse(fmt::format("{}: a value expected", entry.name));
    }
    texts_.emplace(entry.name, text);
  }
  for (const std::string& word : app.remaining()) {
    if (others == nullptr || word.starts_with("-")) refuse_unknown(word);
    others->push_back(word);
  }
}

std::string Arguments::text(std::string_view option) const {
  const auto at = texts_.find(std::string(option));
  return at == texts_.end() ? "" : at->second;
}

std::string Arguments::choice(std::string_view option,
                              const std::vector<std::string>& choices) const {
  if (!given(option)) return choices.front();
  std::string chosen = text(option);
  for (const auto& choice : choices) {
    if (choice == chosen) return chosen;
  }
  refuse(option, chosen, fmt::format("one of {}", fmt::join(choices, ", ")));
}

Index Arguments::count(std::string_view option, Index least, Index most) const {
  Index number = 0;
  if (!parse_number(text(option), number) || number < least || number > most) {
    refuse(option, text(option), fmt::format("a whole number from {} to {}", least, most));
  }
  return number;
}

double Arguments::real(std::string_view option) const {
  double number = 0;
  if (!parse_number(text(option), number) || !std::isfinite(number)) {
    refuse(option, text(option), "a finite number");
  }
  return number;
}

std::vector<double> Arguments::reals(std::string_view option) const {
  std::vector<double> numbers;
  if (parse_reals(text(option), numbers)) return numbers;
  if (text(option).find(',') == std::string::npos) return {real(option)};  // says what is wrong
  refuse(option, text(option), "finite numbers separated by commas");
}

double Arguments::real(std::string_view option, double least, double most) const {
  const double number = real(option);
  if (number >= least && number <= most) return number;
  refuse(option, text(option), fmt::format("a number from {} to {}", least, most));
}

std::string metric_help(std::string_view metric, std::string_view summary,
                        std::string_view examples) {
  const std::string_view words = metric == "merge"    ? " --out P PART ..."
                                 : metric == "verify" ? " P"
                                                      : "";
  CLI::App app{std::string(summary), fmt::format("encke {}{}", metric, words)};
  add_options(app, metric);
  app.footer(std::string(examples));
  app.get_formatter()->column_width(34);
  return app.help();
}

}  // namespace encke::cli
