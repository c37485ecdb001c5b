#pragma once

namespace encke {

/// Says if a communication library takes addresses of a GPU's memory for messages, by what it says
/// itself; `unknown`: it has no such function.
enum class GpuAware { no, unknown, yes };

}  // namespace encke
