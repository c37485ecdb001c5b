#pragma once

#include <encke/job/request/options/value.hpp>
#include <encke/job/request/request.hpp>
#include <encke/plan/threshold.hpp>
#include <string>
#include <vector>

namespace encke::job {

/// Takes --threshold: one, or one for each kind of cell. Throws Error(command_line) for thresholds
/// that no value can pass, and for several where the metric has no cells of alleles or not way + 2
/// of them.
void read_threshold(const OptionValue& value, Request& request);

/// Takes --p-below. Throws Error(command_line) where the metric has no p-values, or with a
/// threshold of values.
void read_p_below(const OptionValue& value, Request& request);

/// Sets one threshold, or those of all kinds of cells.
void set_thresholds(const std::vector<double>& thresholds, Request& request);

/// As --threshold takes them: of each kind of cell, or the one; "none" where there is none.
std::string threshold_text(const Request& request);

/// Reads what threshold_text() wrote. Throws Error(inconsistent) for another text.
void parse_threshold(const std::string& text, Request& request);

/// The values that are hits. Not for --top and --best, which choose among these.
Threshold threshold_of(const Request& request);

}  // namespace encke::job
