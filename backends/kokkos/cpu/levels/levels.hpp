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

/// From now on this level is one of them; `kernels` must outlive its use. For levels that only
/// tests have: to be called before any backend is made.
void offer_level(const Kernels& kernels);

}  // namespace encke::cpu
