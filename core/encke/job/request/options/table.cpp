#include <fmt/format.h>

#include <algorithm>
#include <encke/backend/registry.hpp>
#include <encke/job/output/format_table.hpp>
#include <encke/job/request/input_table.hpp>
#include <encke/job/request/options/rows.hpp>
#include <encke/job/request/options/show.hpp>

namespace encke::job {
namespace {

std::string backend_names() {
  std::string names;
  for (const BackendEntry& backend : compiled_backends()) {
    names += (names.empty() ? "" : ", ") + std::string(backend.name);
  }
  return names;
}

/// A line for each format that the metric, if there is one, can be written in.
std::string formats_for(const MetricRow* metric) {
  std::string lines;
  for (const FormatRow& row : format_table()) {
    if (row.matrix && metric != nullptr && !fills_matrix(*metric)) continue;
    if (row.columns && metric != nullptr && !metric->columns) continue;
    if (!lines.empty()) lines += '\n';
    const Format first = metric != nullptr ? metric->format : Format::edges;
    lines += std::string(row.name) + (row.format == first ? " (default)" : "") + ": P" +
             std::string(row.ending) + ", " + std::string(row.help);
  }
  return lines;
}

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

bool input_with(const MetricRow& metric, const OptionRow& option, const Input* only) {
  return std::any_of(metric.inputs.begin(), metric.inputs.end(), [&](Input input) {
    if (only != nullptr && input != *only) return false;
    const InputRow& row = input_row(input);
    return row.option == option.name || goes_with(row, option.name);
  });
}

/// Inputs are of vectors of fields whatever is compared: of variants that samples have.
Words words_of(const OptionRow& option, const MetricRow& metric) {
  const Words& w = metric.words;
  const bool of_input = option.group == Group::input || option.group == Group::selection;
  if (!metric.of_samples || !of_input) return w;
  return {.vector = w.field, .vectors = w.fields, .field = w.vector, .fields = w.vectors};
}

bool lists(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool takes(const MetricRow& metric, const OptionRow& option, const Input* only) {
  if (lists(metric.lacks, option.name)) return false;
  if (lists(metric.needs, option.name)) return true;
  if (option.taken_by == TakenBy::all || input_with(metric, option, only)) return true;
  return option.group != Group::input && find_parameter(metric, option.name) != nullptr;
}

/// Which values are good.
std::string_view largest_of(const MetricRow& metric) {
  if (find_parameter(metric, "--distance") != nullptr)
    return "largest values, of --distance the smallest";
  const bool small =
      metric.small_is_good != nullptr && metric.small_is_good({.metric = std::string(metric.name)});
  return small ? "smallest values" : "largest values";
}

}  // namespace

std::span<const OptionRow> options_of(Group group) {
  static constexpr std::span<const OptionRow> (*groups[])() = {
      options_of_input,   options_of_selection, options_of_compared,
      options_of_compute, options_of_output,    options_of_answers,
      options_of_how,     options_of_ranks,     options_of_parts};
  return groups[static_cast<std::size_t>(group)]();
}

std::string_view heading(Group group) {
  static constexpr std::string_view headings[] = {"Input (exactly one)",
                                                  "Selection of genotypes, as in PLINK",
                                                  "Windows and sets",
                                                  "What to compute",
                                                  "Output",
                                                  "p-values and regressions",
                                                  "How",
                                                  "Ranks (under mpirun or srun)",
                                                  "Parts of a run, and going on with one"};
  return headings[static_cast<std::size_t>(group)];
}

const OptionRow* find_option(std::string_view name) {
  const OptionRow* found = nullptr;
  for_each_option([&](const OptionRow& row) {
    if (row.name == name || (!row.also.empty() && row.also == name)) found = &row;
  });
  return found;
}

bool takes(const MetricRow& metric, const OptionRow& option) {
  return takes(metric, option, nullptr);
}

bool takes(const MetricRow& metric, const OptionRow& option, Input input) {
  return takes(metric, option, &input);
}

std::string metrics_with(const OptionRow& option) {
  std::string names;
  for (const MetricRow* const metric : metric_table()) {
    if (takes(*metric, option)) {
      names += (names.empty() ? "" : ", ") + std::string(metric->name);
    }
  }
  return names;
}

std::string why_not(const MetricRow& metric, const OptionRow& option, std::string_view called) {
  if (metric.of_samples && option.group == Group::compared) {
    return fmt::format(
        "{} does not work with {}, which compares samples. They have no places on chromosomes.",
        option.name, called);
  }
  return fmt::format("{} does not work with {}. It is an option of {}.", option.name, called,
                     metrics_with(option));
}

std::string help_of(const OptionRow& option, const MetricRow& metric) {
  const Parameter* const parameter = find_parameter(metric, option.name);
  const bool own = parameter != nullptr && !parameter->help.empty();
  std::string help(own ? parameter->help : option.help);
  const Words words = words_of(option, metric);
  replace_all(help, "{vectors}", words.vectors);
  replace_all(help, "{vector}", words.vector);
  replace_all(help, "{fields}", words.fields);
  replace_all(help, "{field}", words.field);
  replace_all(help, "{multiplier}", number_text(metric.multiplier));
  replace_all(help, "{largest}", largest_of(metric));
  replace_all(help, "{formats}", formats_for(&metric));
  replace_all(help, "{backends}", backend_names());
  return help;
}

std::string help_of_merge(const OptionRow& option) {
  std::string help(option.merge_help);
  replace_all(help, "{formats}", formats_for(nullptr));
  return help;
}

}  // namespace encke::job
