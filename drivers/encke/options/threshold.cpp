#include "threshold.hpp"

#include <fmt/format.h>

#include <encke/base/array.hpp>
#include <encke/base/error.hpp>
#include <encke/base/printable.hpp>
#include <limits>
#include <string_view>

namespace encke::cli {
namespace {

std::string_view kinds(int way) {
  return way == 2 ? "LL, LH, HH, LL+HH" : "LLL, LLH, LHH, HHH, LLL+HHH";
}

CellThresholds cell_thresholds(const Options& options) {
  CellThresholds cells;
  for (int kind = 0; kind <= options.way; ++kind) {
    cells.of_kind[kind] = options.cell_thresholds[static_cast<std::size_t>(kind)];
  }
  cells.together = options.cell_thresholds.back();
  return cells;
}

void check_cells(const std::string& text, std::size_t count, const MetricEntry& metric,
                 const Options& options) {
  const int way = options.way;
  if (!has_allele_cells(metric, options)) {
    refuse(
        fmt::format("--threshold {}: several thresholds are for values by two alleles (ccc, "
                    "duo), one expected for {}",
                    text, options.input == Input::alleles ? "--alleles" : metric.name));
  }
  if (static_cast<int>(count) == way + 2) return;
  refuse(fmt::format("--threshold {}: {} thresholds found, 1 or {} expected ({})", text, count,
                     way + 2, kinds(way)));
}

/// A value of float32 is never above a threshold that is not in the range of float32.
void check_float32(const std::vector<double>& thresholds, const std::string& text,
                   const Options& options) {
  constexpr double most = std::numeric_limits<float>::max();
  if (options.precision != Precision::float32 || options.below) return;
  const std::size_t values = thresholds.size() > 1 ? thresholds.size() - 1 : 1;
  for (std::size_t i = 0; i < values; ++i) {
    if (thresholds[i] <= most) continue;
    refuse(fmt::format("--threshold {}: with --precision f32 at most {:g} expected", text, most));
  }
}

}  // namespace

bool has_allele_cells(const MetricEntry& metric, const Options& options) {
  return metric.multiplier > 0 && cells_of(metric, options) == ipow(2, options.way);
}

void take_threshold(const Arguments& given, const MetricEntry& metric, Options& options) {
  const bool small = metric.kind == Kind::classes && options.score == Score::k2;
  options.below = given.given("--below");
  if (options.below && !small)
    refuse("--below: of --score k2 only, of others large values are good");
  if (options.below && !given.given("--threshold")) refuse("--below: only with --threshold");
  if (!given.given("--threshold")) return;
  if (small && !options.below) {
    refuse("--threshold: of --score k2 small values are good, --below expected with it");
  }
  const std::vector<double> thresholds = given.reals("--threshold");
  const std::string text = shortened(given.text("--threshold"), 100);
  if (thresholds.size() > 1) check_cells(text, thresholds.size(), metric, options);
  for (std::size_t i = 0; i < thresholds.size(); ++i) {
    // the last of several is of a sum of two values
    const bool sum = i > 0 && i + 1 == thresholds.size();
    const double largest = metric.largest(options, false) * (sum ? 2 : 1);
    if (thresholds[i] >= 0 && thresholds[i] < largest) continue;
    refuse(
        fmt::format("--threshold {}: a number from 0 to below {}, the largest {} possible, "
                    "expected{}",
                    text, largest, sum ? "sum" : "value",
                    thresholds.size() > 1 ? fmt::format(" as number {}", i + 1) : ""));
  }
  check_float32(thresholds, text, options);
  set_thresholds(thresholds, options);
}

void set_thresholds(const std::vector<double>& thresholds, Options& options) {
  options.threshold = thresholds.front();
  if (thresholds.size() == 1) return;
  options.cell_thresholds = thresholds;
  options.threshold = above_by_cell(options.way, cell_thresholds(options)).floor;
}

std::string threshold_text(const Options& options) {
  if (options.cell_thresholds.empty()) {
    return options.threshold ? fmt::format("{}", *options.threshold) : "none";
  }
  return fmt::format("{}", fmt::join(options.cell_thresholds, ","));
}

void parse_threshold(const std::string& text, Options& options) {
  if (text == "none" || text.empty()) return;
  std::vector<double> thresholds;
  if (!parse_reals(text, thresholds) ||
      (thresholds.size() > 1 && static_cast<int>(thresholds.size()) != options.way + 2)) {
    throw Error(Failure::inconsistent,
                fmt::format("stored run: threshold is {}, 1 or {} numbers expected",
                            in_quotes(text), options.way + 2));
  }
  set_thresholds(thresholds, options);
}

Selection selection_of(const Options& options) {
  if (!options.threshold) return everything();
  if (!options.cell_thresholds.empty()) {
    return above_by_cell(options.way, cell_thresholds(options));
  }
  return options.below ? below(*options.threshold) : above(*options.threshold);
}

}  // namespace encke::cli
