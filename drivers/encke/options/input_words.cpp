#include "input_words.hpp"

#include <algorithm>
#include <array>
#include <encke/job/request/metric_table.hpp>
#include <encke/job/request/options/table.hpp>

namespace encke::cli {
namespace {

/// The metric's options, besides those of the input and its selection.
constexpr std::array others = {std::string_view("--out"), std::string_view("--threads"),
                               std::string_view("--memory"), std::string_view("--backend"),
                               std::string_view("--level")};

bool is_taken(const job::MetricRow& metric, const job::OptionRow& row) {
  if (!job::takes(metric, row) || row.name == "--packed" || row.name == "--synthetic") return false;
  if (row.name == "--num-vectors" || row.name == "--num-fields") return false;
  const bool of_input = row.group == job::Group::input || row.group == job::Group::selection;
  return of_input || std::find(others.begin(), others.end(), row.name) != others.end();
}

}  // namespace

std::vector<WordOption> with_input_options(const std::vector<WordOption>& own) {
  const job::MetricRow& metric = job::find_metric(metric_of_variants);
  std::vector<WordOption> options;
  for (const job::Group group : job::all_groups) {
    for (const job::OptionRow& row : job::options_of(group)) {
      const bool taken = is_taken(metric, row);
      options.push_back({std::string(row.name), std::string(row.takes),
                         taken ? std::string(job::heading(group)) : "",
                         taken ? job::help_of(row, metric) : ""});
    }
    if (group != job::Group::compute) continue;
    for (const WordOption& option : own) {
      options.push_back(option);
      options.back().group = job::heading(group);
    }
  }
  return options;
}

}  // namespace encke::cli
