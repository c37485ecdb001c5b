#pragma once

#include <encke/io/dataset.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <string>
#include <vector>

#include "encke/metrics.hpp"
#include "encke/options.hpp"

namespace encke::cli {

/// Reads or makes the vectors. Throws what the readers of encke::io throw.
io::Dataset read_input(const Options& options, const MetricEntry& metric);

/// All files that the options say are read.
std::vector<std::string> input_paths(const Options& options);

}  // namespace encke::cli
