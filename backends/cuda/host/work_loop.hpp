#pragma once

#include <encke/base/index.hpp>
#include <functional>

namespace encke::cuda {

/// Threads of the host that visit what a device has made.
int host_workers();

/// Calls body(item, worker) once for each 0 <= item < count, on up to `workers` threads. The first
/// exception that leaves the body is thrown again here, after all workers have stopped.
void work_loop(int workers, Index count, const std::function<void(Index, int)>& body);

}  // namespace encke::cuda
