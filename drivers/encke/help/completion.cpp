#include <fmt/format.h>

#include <algorithm>

#include "page.hpp"

namespace encke::cli {
namespace {

std::string names_of(const std::vector<Topic>& topics) {
  std::string names;
  for (const Topic& topic : topics) names += (names.empty() ? "" : " ") + topic.name;
  return names;
}

/// The words of a line of help, in single quotes of a shell.
std::string quoted(std::string text, std::string_view also_escaped) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::string escaped;
  for (const char c : text) {
    if (c == '\'') {
      escaped += "'\\''";
    } else {
      if (also_escaped.find(c) != std::string_view::npos) escaped += '\\';
      escaped += c;
    }
  }
  return escaped;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

/// Each option once, of whichever topic: `choices` of those that have choices.
std::vector<WordOption> all_options(const std::vector<Topic>& topics) {
  std::vector<WordOption> all;
  for (const Topic& topic : topics) {
    for (const WordOption& option : shown_options(topic)) {
      const bool there = std::any_of(all.begin(), all.end(),
                                     [&](const WordOption& o) { return o.name == option.name; });
      if (!there) all.push_back(option);
    }
  }
  return all;
}

std::string bash_values(const std::vector<Topic>& topics) {
  std::string text;
  std::string files;
  for (const WordOption& option : all_options(topics)) {
    const ValueKind kind = value_kind(option);
    if (!kind.choices.empty()) {
      text += fmt::format("    {}) COMPREPLY=($(compgen -W '{}' -- \"$cur\")); return ;;\n",
                          option.name, joined(kind.choices));
    } else if (kind.is_file) {
      files += (files.empty() ? "" : "|") + option.name;
    } else if (!option.takes.empty()) {
      text += fmt::format("    {}) return ;;\n", option.name);
    }
  }
  if (!files.empty()) {
    text += fmt::format("    {}) COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n", files);
  }
  return text;
}

std::string zsh_spec(const WordOption& option) {
  std::string spec = fmt::format("'{}[{}]", option.name, quoted(option.help, "[]:\\"));
  const ValueKind kind = value_kind(option);
  if (!kind.choices.empty()) {
    spec += fmt::format(":value:({})", joined(kind.choices));
  } else if (kind.is_file) {
    spec += ":file:_files";
  } else if (!option.takes.empty()) {
    spec += ":value: ";
  }
  return spec + "'";
}

}  // namespace

std::string bash_completion(const std::vector<Topic>& topics) {
  std::string cases;
  for (const Topic& topic : topics) {
    std::vector<std::string> words = {"--help"};
    for (const WordOption& option : shown_options(topic)) words.push_back(option.name);
    cases += fmt::format("    {}) words='{}' ;;\n", topic.name, joined(words));
  }
  return fmt::format(R"(# bash completion of encke
_encke() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} command='' word words=''
  COMPREPLY=()
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    if [[ $word != -* && $word != plan && $word != help ]]; then command=$word; break; fi
  done
  if [[ -z $command ]]; then
    COMPREPLY=($(compgen -W '{} --help --version' -- "$cur"))
    return
  fi
  case $prev in
{}  esac
  case $command in
{}  esac
  if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W "$words" -- "$cur")); else COMPREPLY=($(compgen -f -- "$cur")); fi
}}
complete -o filenames -F _encke encke
)",
                     names_of(topics), bash_values(topics), cases);
}

std::string zsh_completion(const std::vector<Topic>& topics) {
  std::string names;
  std::string cases;
  for (const Topic& topic : topics) {
    names += fmt::format("    '{}:{}'\n", topic.name, quoted(topic.summary, ":\\"));
    cases += fmt::format("    {}) _arguments '*:file:_files' '--help[all options]'", topic.name);
    for (const WordOption& option : shown_options(topic)) cases += " \\\n      " + zsh_spec(option);
    cases += " ;;\n";
  }
  return fmt::format(R"(#compdef encke
_encke() {{
  local -a commands
  commands=(
{}  )
  if (( CURRENT > 2 )) && [[ ${{words[2]}} == (plan|help) ]]; then
    shift words
    (( CURRENT-- ))
  fi
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=${{words[2]}}
  shift words
  (( CURRENT-- ))
  case $command in
{}  esac
}}
_encke "$@"
)",
                     names, cases);
}

std::string fish_completion(const std::vector<Topic>& topics) {
  std::string text = "# fish completion of encke\ncomplete -c encke -l help -d 'all options'\n";
  const std::string names = names_of(topics);
  for (const Topic& topic : topics) {
    text +=
        fmt::format("complete -c encke -f -n 'not __fish_seen_subcommand_from {}' -a {} -d '{}'\n",
                    names, topic.name, quoted(topic.summary, "\\"));
    for (const WordOption& option : shown_options(topic)) {
      const ValueKind kind = value_kind(option);
      text += fmt::format("complete -c encke -n '__fish_seen_subcommand_from {}' -l {}", topic.name,
                          option.name.substr(2));
      if (!kind.choices.empty()) {
        text += fmt::format(" -x -a '{}'", joined(kind.choices));
      } else if (kind.is_file) {
        text += " -r";
      } else if (!option.takes.empty()) {
        text += " -x";
      }
      text += fmt::format(" -d '{}'\n", quoted(option.help, "\\"));
    }
  }
  return text;
}

}  // namespace encke::cli
