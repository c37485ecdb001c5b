#include <fmt/format.h>

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

std::string section_of(const Topic& topic) {
  std::string text = fmt::format("\n## {}\n\n{}.\n\n```\n{}\n```\n", topic.name, topic.summary,
                                 topic.usage + " [OPTIONS]");
  for (const std::string& group : groups_of(topic)) {
    text += fmt::format("\n| {} | |\n|---|---|\n", group);
    for (const WordOption& option : options_of(topic, group)) text += row_of(option);
  }
  return text + fmt::format("\n```\n{}```\n", topic.footer);
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
  for (const Topic& topic : all_topics()) text += section_of(topic);
  return text;
}

}  // namespace encke::cli
