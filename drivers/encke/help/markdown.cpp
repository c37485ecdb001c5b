#include <fmt/format.h>

#include <algorithm>

#include "exit_codes.hpp"
#include "page.hpp"

namespace encke::cli {
namespace {

/// Text in a cell of a table; line breaks become blanks.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|' || c == '<' || c == '>' || c == '*' || c == '_' || c == '`') escaped += '\\';
    escaped += c == '\n' ? ' ' : c;
  }
  return escaped;
}

/// Code in a cell: nothing is escaped there but the end of a cell.
std::string code(std::string_view text) {
  std::string escaped = "`";
  for (const char c : text) escaped += c == '|' ? "\\|" : std::string(1, c);
  return escaped + '`';
}

std::string row_of(const WordOption& option) {
  std::string names = code(option.takes.empty() ? option.name : option.name + ' ' + option.takes);
  if (!option.also.empty()) names += ", " + code(option.also);
  return fmt::format("| {} | {} |\n", names, cell(option.help));
}

std::string tables_of(const Topic& topic) {
  std::string text;
  for (const std::string& group : groups_of(topic)) {
    text += fmt::format("\n| {} | |\n|---|---|\n", group);
    for (const WordOption& option : options_of(topic, group)) text += row_of(option);
  }
  return text;
}

bool has(const Topic& topic, const WordOption& wanted) {
  return std::any_of(topic.options.begin(), topic.options.end(), [&](const WordOption& option) {
    return row_of(option) == row_of(wanted) && option.group == wanted.group;
  });
}

/// What the reference says once for several metrics: the options that all of some metrics have in
/// the same words.
Topic shared_by(const std::vector<Topic>& topics) {
  Topic shared;
  for (const WordOption& option : topics.front().options) {
    const bool by_all = std::all_of(topics.begin(), topics.end(),
                                    [&](const Topic& topic) { return has(topic, option); });
    if (by_all) shared.options.push_back(option);
  }
  return shared;
}

std::string section_of(const Topic& topic) {
  return fmt::format("\n## {}\n\n{}.\n\n```\n{}\n```\n{}\n```\n{}```\n", topic.name, topic.summary,
                     topic.usage + " [OPTIONS]", tables_of(topic), topic.footer);
}

}  // namespace

std::string markdown_reference() {
  std::string text =
      "# Reference of the command line\n\n"
      "`encke help --as markdown` writes this page.\n\n"
      "| exit code | |\n|---|---|\n";
  for (const auto& [number, meaning] : exit_codes) {
    text += fmt::format("| {} | {} |\n", number, meaning);
  }
  std::vector<Topic> metrics;
  std::vector<Topic> genotypes;  // metrics that read these
  std::vector<Topic> topics = all_topics();
  for (const Topic& topic : topics) {
    if (!topic.is_metric) continue;
    metrics.push_back(topic);
    if (std::any_of(topic.options.begin(), topic.options.end(),
                    [](const WordOption& option) { return option.name == "--bfile"; })) {
      genotypes.push_back(topic);
    }
  }
  const Topic of_all = shared_by(metrics);
  Topic of_genotypes = shared_by(genotypes);
  std::erase_if(of_genotypes.options, [&](const WordOption& o) { return has(of_all, o); });
  text += "\n## Options of every metric\n" + tables_of(of_all);
  text += "\n## Options of every metric of genotypes\n\n";
  for (const Topic& topic : genotypes) text += fmt::format("`{}` ", topic.name);
  text += '\n' + tables_of(of_genotypes);
  for (Topic& topic : topics) {
    if (topic.is_metric) {
      const bool reads_genotypes =
          std::any_of(genotypes.begin(), genotypes.end(),
                      [&](const Topic& other) { return other.name == topic.name; });
      std::erase_if(topic.options, [&](const WordOption& option) {
        return has(of_all, option) || (reads_genotypes && has(of_genotypes, option));
      });
    }
    text += section_of(topic);
  }
  return text;
}

}  // namespace encke::cli
