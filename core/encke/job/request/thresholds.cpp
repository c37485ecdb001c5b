#include <fmt/format.h>
#include <fmt/ranges.h>

#include <encke/base/array.hpp>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/job/request/input_table.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/job/request/thresholds.hpp>
#include <limits>
#include <string_view>

namespace encke::job {
namespace {

std::string_view kinds(int way) {
  return way == 2 ? "LL, LH, HH, LL+HH" : "LLL, LLH, LHH, HHH, LLL+HHH";
}

CellThresholds cell_thresholds(const Request& request) {
  CellThresholds cells;
  for (int kind = 0; kind <= request.way; ++kind) {
    cells.of_kind[kind] = request.cell_thresholds[static_cast<std::size_t>(kind)];
  }
  cells.together = request.cell_thresholds.back();
  return cells;
}

void check_cells(const std::string& text, std::size_t count, const Request& request) {
  const int way = request.way;
  if (!has_allele_cells(request)) {
    const InputRow& input = input_row(request.input);
    refuse(
        fmt::format("--threshold {}: several thresholds are for values by two alleles (ccc, duo). "
                    "Give one for {}.",
                    text, input.named_alleles ? input.option : std::string_view(request.metric)));
  }
  if (static_cast<int>(count) == way + 2) return;
  refuse(fmt::format("--threshold {} has {} thresholds. Give 1 or {} ({}).", text, count, way + 2,
                     kinds(way)));
}

/// A value of float32 is never above a threshold that is not in the range of float32.
void check_float32(const std::vector<double>& thresholds, const std::string& text,
                   const Request& request) {
  constexpr double most = std::numeric_limits<float>::max();
  if (request.precision != Precision::float32 || small_is_good(request)) return;
  const std::size_t values = thresholds.size() > 1 ? thresholds.size() - 1 : 1;
  for (std::size_t i = 0; i < values; ++i) {
    if (thresholds[i] <= most) continue;
    refuse(fmt::format("--threshold {}: with --precision f32 at most {:g} expected", text, most));
  }
}

/// Who gives so small a threshold of a chi-squared statistic means a p-value: half of the pairs
/// without any effect have a larger statistic than 0.1, whatever the degrees of freedom.
void check_statistic(double threshold, const std::string& text, const Request& request) {
  constexpr double largest_meant = 0.1;
  if (!has_p_values(request) || threshold <= 0 || threshold > largest_meant) return;
  refuse(fmt::format(
      "--threshold {0} is a chi-squared statistic here, not a p-value. Use --p-below {0} "
      "for the values with such a p-value.",
      text));
}

}  // namespace

void read_threshold(const OptionValue& value, Request& request) {
  const std::vector<double> thresholds = value.reals();
  const std::string text = shortened(value.text, 100);
  if (thresholds.size() > 1) check_cells(text, thresholds.size(), request);
  for (std::size_t i = 0; i < thresholds.size(); ++i) {
    // the last of several is of a sum of two values
    const bool sum = i > 0 && i + 1 == thresholds.size();
    const double largest = metric_of(request).largest(request, false) * (sum ? 2 : 1);
    if (thresholds[i] >= 0 && thresholds[i] < largest) continue;
    refuse(
        fmt::format("--threshold {}: a number from 0 to below {}, the largest {} possible, "
                    "expected{}",
                    text, largest, sum ? "sum" : "value",
                    thresholds.size() > 1 ? fmt::format(" as number {}", i + 1) : ""));
  }
  check_float32(thresholds, text, request);
  check_statistic(thresholds.front(), text, request);
  set_thresholds(thresholds, request);
}

void read_p_below(const OptionValue& value, Request& request) {
  if (!has_p_values(request)) {
    refuse(fmt::format(
        "{} works only with statistics that have a p-value, not with {}. Use --score boost, chi2 "
        "or another (encke help epistasis).",
        value.option, request.metric == "epistasis" ? "the score k2 or mi" : request.metric));
  }
  if (request.threshold) refuse("--threshold does not work with --p-below. Give one of them.");
  request.p_below = value.real();
  if (!(*request.p_below > 0 && *request.p_below <= 1))
    value.refuse("a p-value, above 0 and at most 1,");
}

void set_thresholds(const std::vector<double>& thresholds, Request& request) {
  request.threshold = thresholds.front();
  if (thresholds.size() == 1) return;
  request.cell_thresholds = thresholds;
  request.threshold = above_by_cell(request.way, cell_thresholds(request)).floor;
}

std::string threshold_text(const Request& request) {
  if (request.cell_thresholds.empty()) {
    return request.threshold ? fmt::format("{}", *request.threshold) : "none";
  }
  return fmt::format("{}", fmt::join(request.cell_thresholds, ","));
}

void parse_threshold(const std::string& text, Request& request) {
  if (text == "none" || text.empty()) return;
  std::vector<double> thresholds;
  if (!parse_reals(text, thresholds) ||
      (thresholds.size() > 1 && static_cast<int>(thresholds.size()) != request.way + 2)) {
    throw Error(Failure::inconsistent,
                fmt::format("stored run: threshold is {}, 1 or {} numbers expected",
                            in_quotes(text), request.way + 2));
  }
  set_thresholds(thresholds, request);
}

Threshold threshold_of(const Request& request) {
  if (request.p_below) return p_value_up_to(*request.p_below);
  if (!request.threshold) return everything();
  if (!request.cell_thresholds.empty()) {
    return above_by_cell(request.way, cell_thresholds(request));
  }
  if (request.with_sign) return beyond(*request.threshold);
  return request.below ? below(*request.threshold) : above(*request.threshold);
}

}  // namespace encke::job
