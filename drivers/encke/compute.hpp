#pragma once

#include "encke/console.hpp"
#include "encke/options.hpp"

namespace encke::cli {

/// Reads the input, computes, and writes the outputs. Throws Error; then no output is left.
void compute(const Options& options, Console& console);

/// Says what compute() would take. Throws Error.
void plan_only(const Options& options, Console& console);

}  // namespace encke::cli
