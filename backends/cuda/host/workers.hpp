#pragma once

namespace encke::cuda {

/// Threads of the host that copy and order vectors for devices, and that visit what these have
/// made: hits are few.
inline constexpr int most_workers = 16;

}  // namespace encke::cuda
