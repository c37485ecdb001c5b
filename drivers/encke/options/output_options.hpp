#pragma once

#include "arguments.hpp"
#include "encke/metrics.hpp"
#include "options.hpp"

namespace encke::cli {

/// What is written, and which values. Throws Error(command_line).
void take_output(const Arguments& given, const MetricEntry& metric, Options& options);
/// --format and --zst alone, as merge has them. Throws Error(command_line).
void take_format(const Arguments& given, Options& options);
/// Throws Error(command_line) for outputs that values of named alleles do not have.
void check_alleles(const Options& options);
/// Throws Error(command_line) where --format and --zst are of a file of values that is not written.
void check_values_file(const Options& options);

}  // namespace encke::cli
