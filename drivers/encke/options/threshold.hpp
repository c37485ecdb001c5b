#pragma once

#include <encke/plan/selection.hpp>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "encke/metrics.hpp"
#include "options.hpp"

namespace encke::cli {

/// Whether a metric's tuples have a value for each combination of two alleles. Of the options only
/// input and way need to be set.
bool has_allele_cells(const MetricEntry& metric, const Options& options);

/// Takes --threshold and --below. Throws Error(command_line) for thresholds that no value can pass,
/// for several where the metric has no cells of alleles or not way + 2 of them, and for --below
/// where large values are good.
void take_threshold(const Arguments& given, const MetricEntry& metric, Options& options);

/// Sets one threshold, or those of all kinds of cells.
void set_thresholds(const std::vector<double>& thresholds, Options& options);

/// As --threshold takes them: of each kind of cell, or the one; "none" where there is none.
std::string threshold_text(const Options& options);

/// Reads what threshold_text() wrote. Throws Error(inconsistent) for another text.
void parse_threshold(const std::string& text, Options& options);

/// The values that are hits. Not for --top and --best, which choose among these.
Selection selection_of(const Options& options);

}  // namespace encke::cli
