#pragma once

#include <functional>

namespace encke::cuda {

/// Place of this process among those of its node, as launchers of parallel programs tell it in the
/// environment; 0 where none does. `variable`: the value of a variable, or null; std::getenv.
int local_rank(const std::function<const char*(const char*)>& variable);

}  // namespace encke::cuda
