#include <fmt/format.h>

#include <encke/base/version.hpp>

#include "exit_codes.hpp"
#include "page.hpp"

namespace encke::cli {
namespace {

/// Text as man(7) reads it: nothing in it is a request or an escape.
std::string plain(std::string_view text) {
  std::string escaped;
  bool begins = true;
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) escaped += "\\&";
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else {
      escaped += c;
    }
    begins = c == '\n';
  }
  return escaped;
}

std::string title(const std::string& page) {
  return fmt::format(".TH \"{}\" 1 \"\" \"encke {}\" \"Encke\"\n", page, version());
}

std::string section(std::string_view name) { return fmt::format(".SH {}\n", name); }

std::string verbatim(std::string_view text) {
  std::string ended(text);
  if (!ended.ends_with('\n')) ended += '\n';
  return ".nf\n" + plain(ended) + ".fi\n";
}

std::string paragraph_of(const WordOption& option) {
  std::string names = fmt::format("\\fB{}\\fR", plain(option.name));
  if (!option.also.empty()) names += fmt::format(", \\fB{}\\fR", plain(option.also));
  if (!option.takes.empty()) names += fmt::format(" \\fI{}\\fR", plain(option.takes));
  return ".TP\n" + names + '\n' + plain(option.help) + '\n';
}

std::string options_of_page(const Topic& topic) {
  if (topic.options.empty()) return "";
  std::string text = section("OPTIONS");
  for (const std::string& group : groups_of(topic)) {
    text += fmt::format(".SS \"{}\"\n", group);
    for (const WordOption& option : options_of(topic, group)) text += paragraph_of(option);
  }
  return text;
}

std::string exit_status() {
  std::string text = section("EXIT STATUS");
  for (const auto& [code, meaning] : exit_codes) {
    text += fmt::format(".TP\n{}\n{}\n", code, plain(meaning));
  }
  return text;
}

std::string list_of(const std::vector<Topic>& topics, bool metrics) {
  std::string text;
  for (const Topic& topic : topics) {
    if (topic.is_metric != metrics) continue;
    text +=
        fmt::format(".TP\n\\fBencke\\-{}\\fR(1)\n{}\n", plain(topic.name), plain(topic.summary));
  }
  return text;
}

}  // namespace

std::string man_page(const Topic& topic) {
  return title("ENCKE-" + topic.name) + section("NAME") +
         fmt::format("encke\\-{} \\- {}\n", plain(topic.name), plain(topic.summary)) +
         section("SYNOPSIS") + verbatim(topic.usage + " [OPTIONS]") + options_of_page(topic) +
         section("NOTES") + verbatim(topic.footer) + exit_status() + section("\"SEE ALSO\"") +
         "\\fBencke\\fR(1)\n";
}

std::string program_man_page() {
  const std::vector<Topic> topics = all_topics();
  return title("ENCKE") + section("NAME") +
         "encke \\- compares all pairs and all triples of vectors\n" + section("SYNOPSIS") +
         verbatim(
             "encke METRIC [input] [options]\nencke COMMAND ...\nencke help [METRIC|COMMAND]") +
         section("METRICS") + list_of(topics, true) + section("COMMANDS") + list_of(topics, false) +
         exit_status();
}

}  // namespace encke::cli
