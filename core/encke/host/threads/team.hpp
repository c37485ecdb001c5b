#pragma once

#include <functional>

namespace encke {

/// Calls body(t) for 0 <= t < threads at the same time, on OpenMP's threads: each runs where these
/// are kept (OMP_PROC_BIND, ThreadBinding), which threads made by the calling one would not,
/// because they inherit its place. From call to call a thread has the same t, the calling one 0.
/// Where OpenMP gives fewer threads they take turns. Without OpenMP on new threads. `body` must not
/// throw.
void on_each_thread(int threads, const std::function<void(int)>& body);

}  // namespace encke
