#pragma once

#include <span>
#include <string>

#include "kokkos/cpu/kernels.hpp"

namespace encke::cpu {

/// The kernels of `level`, or for "auto" the fastest that this CPU runs.
/// Throws Error(command_line) that lists the levels which this build and CPU have.
const Kernels& choose_level(const std::string& level);

/// Names of the levels that this build has and this CPU runs, from the most general on.
std::span<const Kernels* const> compiled_levels();

}  // namespace encke::cpu
