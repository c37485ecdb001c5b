#pragma once

#include <encke/base/index.hpp>
#include <functional>

namespace encke {

/// Calls body(item, worker) once for each 0 <= item < count on the host's threads. A worker, with
/// 0 <= worker < workers, does one item after the other. The first exception that leaves the body
/// is thrown again here, after all workers have stopped. Needs a Runtime for more than one worker.
void host_loop(int workers, Index count, const std::function<void(Index, int)>& body);

}  // namespace encke
