#pragma once

#include <encke/io/source.hpp>
#include <memory>
#include <string>
#include <vector>

#include "encke/metrics.hpp"
#include "encke/options.hpp"

namespace encke::cli {

/// Opens the input. Collective; throws, on all ranks, what the functions of encke::io throw.
std::unique_ptr<io::Source> open_input(const Options& options, const MetricEntry& metric,
                                       const Communicator& world);

/// Some of the input's first vectors, or ones like them, for a trial of the kernels.
PackedVectors sample_of(io::Source& source);

/// All files that the options say are read.
std::vector<std::string> input_paths(const Options& options);

}  // namespace encke::cli
