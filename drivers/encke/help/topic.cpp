#include "topic.hpp"

#include <algorithm>
#include <encke/job/request/metric_table.hpp>

#include "encke/commands/table.hpp"
#include "encke/options/command_line.hpp"

namespace encke::cli {
namespace {

Topic topic_of_metric(const job::MetricRow& metric) {
  const std::string name(metric.name);
  return {.name = name,
          .usage = "encke " + name,
          .summary = std::string(metric.summary),
          .footer = "Examples:\n" + std::string(metric.examples),
          .options = options_of_metric(metric),
          .is_metric = true};
}

/// Of another name of a metric: in its own words where it has some.
Topic topic_of_alias(const job::MetricAlias& alias) {
  Topic topic = topic_of_metric(job::find_metric(alias.metric));
  if (alias.summary.empty()) return topic;
  topic.name = alias.name;
  topic.usage = "encke " + topic.name;
  topic.summary = alias.summary;
  topic.footer = "Examples:\n" + std::string(alias.examples);
  if (alias.distance) {
    std::erase_if(topic.options, [](const WordOption& o) { return o.name == "--distance"; });
  }
  return topic;
}

Topic topic_of_command(const CommandRow& row) {
  return {.name = std::string(row.name),
          .usage = std::string(row.usage),
          .summary = std::string(row.summary),
          .footer = std::string(row.footer),
          .options = row.options()};
}

Topic topic_of_plan() {
  return {.name = "plan",
          .usage = "encke plan METRIC [input] [options]",
          .summary = "Says what a run would take in memory and time, and computes nothing",
          .footer =
              "Takes the options of the metric (encke METRIC --help). Says how many tuples\n"
              "and values there are, how they are cut into blocks, and what memory and time\n"
              "they will take, from a trial of the kernels on this machine. It reads no more\n"
              "of the input than that needs (the genotypes where these select) and writes\n"
              "nothing.\n",
          .options = {}};
}

}  // namespace

std::vector<Topic> all_topics() {
  std::vector<Topic> topics;
  for (const job::MetricRow* const metric : job::metric_table()) {
    topics.push_back(topic_of_metric(*metric));
  }
  topics.push_back(topic_of_plan());
  for (const CommandRow* const row : command_table()) topics.push_back(topic_of_command(*row));
  return topics;
}

Topic find_topic(const std::string& name) {
  if (name == "plan") return topic_of_plan();
  if (const CommandRow* const row = find_command(name)) return topic_of_command(*row);
  if (const job::MetricAlias* const alias = job::find_metric_alias(name)) {
    return topic_of_alias(*alias);
  }
  return topic_of_metric(find_metric(name));
}

std::vector<WordOption> shown_options(const Topic& topic) {
  std::vector<WordOption> options = topic.options;
  std::erase_if(options, [](const WordOption& o) { return o.hidden || o.group.empty(); });
  return options;
}

std::vector<std::string> groups_of(const Topic& topic) {
  std::vector<std::string> groups;
  for (const WordOption& option : shown_options(topic)) {
    if (std::find(groups.begin(), groups.end(), option.group) == groups.end()) {
      groups.push_back(option.group);
    }
  }
  return groups;
}

std::vector<WordOption> options_of(const Topic& topic, const std::string& group) {
  std::vector<WordOption> options = shown_options(topic);
  std::erase_if(options, [&](const WordOption& option) { return option.group != group; });
  return options;
}

ValueKind value_kind(const WordOption& option) {
  ValueKind kind;
  const std::string& takes = option.takes;
  if (takes.starts_with('{') && takes.ends_with('}')) {
    for (std::size_t begin = 1; begin < takes.size();) {
      const std::size_t end = takes.find_first_of(",}", begin);
      kind.choices.push_back(takes.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  kind.is_file = takes == "F" || takes == "P" || takes == "IDS|@F|@all";
  return kind;
}

}  // namespace encke::cli
