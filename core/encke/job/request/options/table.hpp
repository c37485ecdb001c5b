#pragma once

#include <encke/job/request/metric_table.hpp>
#include <encke/job/request/options/value.hpp>
#include <encke/job/request/request.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace encke::job {

/// The groups of options, in the order in which they are shown.
enum class Group { input, selection, compared, compute, output, answers, how, ranks, parts };

/// Who takes an option.
enum class TakenBy {
  all,     ///< every metric
  listed,  ///< the metrics that list it among their parameters, or whose inputs do
};

/// How an option identifies a run: with it a later run knows whether it may go on with what is
/// stored, and merging knows what the parts were computed with.
struct Identifies {
  /// Name of the entry in the identity of a run; empty: it does not change results. Options that
  /// decide one thing together have one entry.
  std::string_view entry = {};
  /// The entry's text; nothing: the run has none. Null: what the option names identifies the run
  /// by its content (see identity_of()).
  std::optional<std::string> (*text)(const Request& request) = nullptr;
  /// Puts what the text says back into a request. Null: outputs do not depend on it. Throws
  /// Error(inconsistent) for a text that text() does not write.
  void (*recall)(const std::string& text, Request& request) = nullptr;
};

/// One option: all that is known of it. Reading, help, log, identity, summary and merging are loops
/// over these rows.
struct OptionRow {
  std::string_view name;       ///< with its dashes
  std::string_view also = {};  ///< another name, with its dashes; in PLINK's words
  std::string_view takes;      ///< what follows it; empty: a flag
  Group group;
  TakenBy taken_by = TakenBy::listed;
  /// In {braces}: vector, vectors, field, fields (the metric's words), multiplier, largest,
  /// formats, backends.
  std::string_view help;
  /// Puts what was given into a request whose metric, input and options before this one are known.
  /// Throws Error(command_line).
  void (*read)(const OptionValue& value, Request& request);
  /// The value in effect as it would be given, "" for a flag; nothing: it is not in effect.
  std::optional<std::string> (*show)(const Request& request);
  Identifies identifies = {};
  std::string_view only_with = {};   ///< another option that must be given with it
  std::string_view merge_help = {};  ///< not empty: `merge` takes it too
};

/// The options of a group. The order within a group is that of help, log and identity.
std::span<const OptionRow> options_of(Group group);

inline constexpr Group all_groups[] = {Group::input,   Group::selection, Group::compared,
                                       Group::compute, Group::output,    Group::answers,
                                       Group::how,     Group::ranks,     Group::parts};

/// Calls work(row) for all options in the order in which they are shown.
template <class Work>
void for_each_option(const Work& work) {
  for (const Group group : all_groups) {
    for (const OptionRow& row : options_of(group)) work(row);
  }
}

/// Takes its name or its other one; null where there is no such option.
const OptionRow* find_option(std::string_view name);

/// True if a metric takes an option; with one of its inputs, or with a certain one.
bool takes(const MetricRow& metric, const OptionRow& option);
bool takes(const MetricRow& metric, const OptionRow& option, Input input);

/// Names of the metrics that take it, separated by ", ".
std::string metrics_with(const OptionRow& option);
/// A sentence for who gives a metric, by the name `called`, an option that it does not take.
std::string why_not(const MetricRow& metric, const OptionRow& option, std::string_view called);

/// The heading of a group.
std::string_view heading(Group group);

/// Help of an option for a metric, in the words of its data.
std::string help_of(const OptionRow& option, const MetricRow& metric);
/// Help of an option that merging takes.
std::string help_of_merge(const OptionRow& option);

}  // namespace encke::job
