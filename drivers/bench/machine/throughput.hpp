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

/// How often something is timed, and for how long. What wants no numbers, but all lines, needs few.
struct Tries {
  int count = 24;
  double seconds = 2e-3;  ///< of each, or of one step if that is longer
};

/// A body to be timed; does its work `steps` times.
using Body = std::function<void(Index steps)>;

/// Steps a second of `body`.
Throughput throughput(const Body& body, const Tries& tries = {});

/// The sum over `threads` threads that run at the same time, each try by itself, where those of the
/// kernels run (see on_each_thread()). `body_of(t)` is called on thread t, and makes its body.
Throughput throughput_of_threads(int threads, const std::function<Body(int)>& body_of,
                                 const Tries& tries = {});

}  // namespace encke::bench
