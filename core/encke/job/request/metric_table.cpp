#include <algorithm>
#include <array>
#include <encke/base/array.hpp>
#include <encke/base/error.hpp>
#include <encke/base/text/nearest_name.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/job/request/input_table.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/job/request/metrics/rows.hpp>
#include <string>

namespace encke::job {
namespace {

constexpr std::array table = {&metrics::ccc,      &metrics::duo,       &metrics::ps,
                              &metrics::sorenson, &metrics::epistasis, &metrics::unifrac,
                              &metrics::r2};

}  // namespace

std::span<const MetricRow* const> metric_table() { return table; }

const MetricRow& find_metric(std::string_view name) {
  std::vector<std::string_view> known = {"plan"};
  std::string names;
  for (const MetricRow* const row : table) {
    if (row->name == name) return *row;
    known.push_back(row->name);
    names += (names.empty() ? "" : ", ") + std::string(row->name);
  }
  throw Error(Failure::command_line,
              "no metric " + in_quotes(name) + ": give one of " + names + suggestion(name, known));
}

const Parameter* find_parameter(const MetricRow& metric, std::string_view option) {
  for (const Parameter& parameter : metric.parameters) {
    if (parameter.option == option) return &parameter;
  }
  return nullptr;
}

bool takes_input(const MetricRow& metric, Input input) {
  return std::find(metric.inputs.begin(), metric.inputs.end(), input) != metric.inputs.end();
}

bool has_empty_pairs(const MetricRow& metric) { return metric.empty_value != nullptr; }

int cells_of(const Request& request) {
  return input_row(request.input).named_alleles ? 1 : metric_of(request).cells(request.way);
}

bool has_allele_cells(const Request& request) {
  return find_parameter(metric_of(request), "--cell-histogram") != nullptr &&
         cells_of(request) == ipow(2, request.way);
}

double multiplier_of(const Request& request) {
  return request.multiplier.value_or(metric_of(request).multiplier);
}

bool small_is_good(const Request& request) {
  const MetricRow& metric = metric_of(request);
  return metric.small_is_good != nullptr && metric.small_is_good(request);
}

Element element_of(const Request& request) { return metric_of(request).element(request); }

}  // namespace encke::job
