#pragma once

#include <encke/comm/communicator.hpp>

#include "encke/options/options.hpp"
#include "encke/report/console.hpp"

namespace encke::cli {

/// Does what the options ask for, on all ranks together: reads, computes, writes the outputs, and
/// says on the console what it does. Throws Error; on failure no output file has its final name,
/// and what is done is kept in P.blocks/ for --resume. Collective.
void compute(const Options& options, Console& console, const Communicator& world);

/// Says what compute() would do, and computes nothing. Collective.
void plan_only(const Options& options, Console& console, const Communicator& world);

}  // namespace encke::cli
