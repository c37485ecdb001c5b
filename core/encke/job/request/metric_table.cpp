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

constexpr std::array metric_rows = {&metrics::ccc,      &metrics::duo,       &metrics::ps,
                                    &metrics::sorenson, &metrics::epistasis, &metrics::unifrac,
                                    &metrics::r2,       &metrics::jaccard,   &metrics::cosine,
                                    &metrics::king,     &metrics::ibs};

constexpr MetricAlias bray_curtis(std::string_view name) {
  return {.name = name,
          .metric = "ps",
          .distance = true,
          .summary = "Bray-Curtis dissimilarity (1 - ps) of all pairs or triples of samples",
          .examples =
              "  encke braycurtis --biom table.biom --format lsmat --out distances\n"
              "  encke braycurtis --table counts.tsv --threshold 0.2 --below --out near\n"};
}

constexpr std::array aliases = {
    MetricAlias{.name = "ld", .metric = "r2"},
    MetricAlias{.name = "tanimoto", .metric = "jaccard"},
    MetricAlias{.name = "ochiai", .metric = "cosine"},
    MetricAlias{.name = "dice", .metric = "sorenson"},
    MetricAlias{.name = "sorensen", .metric = "sorenson"},
    bray_curtis("braycurtis"),
    bray_curtis("bray-curtis"),
};

}  // namespace

std::span<const MetricAlias> metric_aliases() { return aliases; }

const MetricAlias* find_metric_alias(std::string_view name) {
  const auto at = std::find_if(aliases.begin(), aliases.end(),
                               [&](const MetricAlias& alias) { return alias.name == name; });
  return at == aliases.end() ? nullptr : &*at;
}

bool names_distance(std::string_view name) {
  const MetricAlias* const alias = find_metric_alias(name);
  return alias != nullptr && alias->distance;
}

std::span<const MetricRow* const> metric_table() { return metric_rows; }

const MetricRow& find_metric(std::string_view given, std::string_view else_say) {
  const MetricAlias* const alias = find_metric_alias(given);
  const std::string_view name = alias != nullptr ? alias->metric : given;
  std::vector<std::string_view> known = {"plan"};
  for (const MetricAlias& other : aliases) known.push_back(other.name);
  std::string names;
  for (const MetricRow* const row : metric_rows) {
    if (row->name == name) return *row;
    known.push_back(row->name);
    names += (names.empty() ? "" : ", ") + std::string(row->name);
  }
  const std::string near = suggestion(name, known);
  throw Error(Failure::command_line, "no metric " + in_quotes(name) + ": give one of " + names +
                                         (near.empty() ? std::string(else_say) : near));
}

const Parameter* find_parameter(const MetricRow& metric, std::string_view option) {
  for (const Parameter& parameter : metric.parameters) {
    if (parameter.option == option) return &parameter;
  }
  return nullptr;
}

bool takes_option(const Request& request, std::string_view option) {
  return find_parameter(metric_of(request), option) != nullptr;
}

bool takes_input(const MetricRow& metric, Input input) {
  return std::find(metric.inputs.begin(), metric.inputs.end(), input) != metric.inputs.end();
}

bool has_empty_pairs(const MetricRow& metric) { return metric.empty_value != nullptr; }

int cells_of(const Request& request) {
  return input_row(request.input).named_alleles ? 1 : metric_of(request).cells(request.way);
}

const Words& words_of(const Request& request) {
  static constexpr Words of_alleles = {"allele", "alleles", "sample", "samples"};
  static constexpr Words of_samples = {"sample", "samples", "feature", "features"};
  static constexpr Words of_features = {"feature", "features", "sample", "samples"};
  if (input_row(request.input).named_alleles) return of_alleles;
  if (request.input != Input::biom || !request.tree.empty()) return metric_of(request).words;
  return request.compare == io::Compare::features ? of_features : of_samples;
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

bool has_p_values(const Request& request) {
  const MetricRow& metric = metric_of(request);
  return metric.chi_squared != nullptr && metric.chi_squared(request);
}

bool fills_matrix(const MetricRow& metric) { return metric.columns || metric.cells(2) == 1; }

int values_of_line(const Request& request) {
  return metric_of(request).columns ? 1 : cells_of(request);
}

double value_of_same(const Request& request) {
  const double same = metric_of(request).same;
  return request.distance ? 1 - same : same;
}

bool has_distances(const Request& request) {
  return value_of_same(request) == 0 && !has_p_values(request);
}

Element element_of(const Request& request) { return metric_of(request).element(request); }

}  // namespace encke::job
