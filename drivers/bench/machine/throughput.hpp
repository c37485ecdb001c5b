#pragma once

#include <encke/base/index.hpp>
#include <functional>

namespace encke::bench {

/// How fast something runs, of several tries.
struct Throughput {
  double best = 0;  ///< what the machine can do: other programs only make it slower
  double median = 0;
  double spread = 1;  ///< fastest over slowest try
};

/// A body to be timed; does its work `steps` times.
using Body = std::function<void(Index steps)>;

/// Steps a second of `body`, of some twenty tries of 2 ms, or of the time of one step if that is
/// longer.
Throughput throughput(const Body& body);

/// The sum over `threads` threads that run at the same time, each try by itself, where those of the
/// kernels run (see on_each_thread()). `body_of(t)` is called on thread t, and makes its body.
Throughput throughput_of_threads(int threads, const std::function<Body(int)>& body_of);

}  // namespace encke::bench
