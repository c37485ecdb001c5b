#pragma once

#include <encke/io/source.hpp>
#include <memory>
#include <string>
#include <vector>

#include "encke/metrics.hpp"
#include "encke/options/options.hpp"

namespace encke::cli {

/// Opens the input. Collective; throws, on all ranks, what the functions of encke::io throw.
std::unique_ptr<io::Source> open_input(const Options& options, const MetricEntry& metric,
                                       const Communicator& world);

/// Where the options want it: sets options.numbers to the narrowest whole numbers that hold the
/// data exactly, if there are such; returns a sentence for the log, or none. What is chosen depends
/// on the data alone, and is the same on all ranks. Collective; throws, on all ranks, what
/// open_input() and Source::read() throw.
std::string choose_numbers(Options& options, const MetricEntry& metric, const Communicator& world);

/// Some of the input's first vectors, or ones like them, for a trial of the kernels.
PackedVectors sample_of(io::Source& source);

/// All files that the options say are read.
std::vector<std::string> input_paths(const Options& options);

}  // namespace encke::cli
