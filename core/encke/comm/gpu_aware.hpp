#pragma once

namespace encke {

/// Whether a communication library takes addresses of a GPU's memory for messages, by what it says
/// itself; `untold`: it has no such function.
enum class GpuAware { no, untold, yes };

}  // namespace encke
