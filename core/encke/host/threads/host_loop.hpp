#pragma once

#include <encke/base/index.hpp>
#include <functional>

namespace encke {

/// Calls body(item, worker) once for each 0 <= item < count on the host's threads. A worker, with
/// 0 <= worker < workers, does one item after the other. The first exception that leaves the body
/// is thrown again here, after all workers have stopped. Needs a Runtime for more than one worker.
void host_loop(int workers, Index count, const std::function<void(Index, int)>& body);

/// Workers for host_loop(): the Runtime's threads; 1 without a Runtime.
int host_workers();

/// The same on threads that are started for this call, without a Runtime: for few and large items,
/// and beside other loops.
void thread_loop(int workers, Index count, const std::function<void(Index, int)>& body);

/// Workers for thread_loop(): one for each processor of the machine, at most `most` and at least 1.
int thread_workers(int most);

}  // namespace encke
