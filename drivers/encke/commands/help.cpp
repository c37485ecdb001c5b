#include "encke/help/help.hpp"

#include <encke/job/request/options/value.hpp>
#include <iostream>

#include "encke/help/page.hpp"
#include "rows.hpp"

namespace encke::cli::commands {
namespace {

constexpr std::string_view as_option = "--as";
constexpr std::string_view forms[] = {"text", "man", "markdown", "bash", "zsh", "fish", "names"};
enum class Form { text, man, markdown, bash, zsh, fish, names };

/// Metrics and commands, one a line.
std::string all_names() {
  std::string names;
  for (const Topic& topic : all_topics()) names += topic.name + '\n';
  return names;
}

std::string text_of(Form form, const std::string& name) {
  switch (form) {
    case Form::text:
      return name.empty() ? program_help(false) : help_text(find_topic(name), false);
    case Form::man:
      return name.empty() ? program_man_page() : man_page(find_topic(name));
    case Form::markdown:
      return markdown_reference();
    case Form::bash:
      return bash_completion(all_topics());
    case Form::zsh:
      return zsh_completion(all_topics());
    case Form::fish:
      return fish_completion(all_topics());
    case Form::names:
      return all_names();
  }
  return "";
}

Work read_help(const Words& words, bool /*plan*/) {
  if (words.others.size() > 1) job::refuse("encke help takes one metric or command.");
  const std::string name = words.others.empty() ? "" : words.others.front();
  Form form = Form::text;
  for (const job::GivenOption& given : words.options) {
    form = static_cast<Form>(job::OptionValue{as_option, given.text}.choice(forms));
  }
  if (!name.empty() && form > Form::man) {
    job::refuse("encke help --as man takes a metric or command; the other forms show all of them.");
  }
  return {.perform = [text = text_of(form, name)](const Stage&) { std::cout << text; }};
}

std::vector<WordOption> help_options() {
  return {{.name = std::string(as_option),
           .takes = "{text,man,markdown,bash,zsh,fish,names}",
           .group = "How",
           .help = "a manual page, all options as one page, completion for\na shell, or the names "
                   "of metrics and commands"}};
}

}  // namespace

constinit const CommandRow help = {
    .name = "help",
    .in_short = "encke help [NAME]        the help of a metric or command\n",
    .usage = "encke help [METRIC|COMMAND]",
    .summary = "Shows the options of a metric or command, or all of them as pages and completion",
    .footer =
        "Examples:\n"
        "  encke help r2\n"
        "  encke help --as man r2 | man -l -\n"
        "  source <(encke help --as bash)\n",
    .options = help_options,
    .takes_words = true,
    .read = read_help};

}  // namespace encke::cli::commands
