#pragma once

#include <vector>

namespace encke {

/// Keeps each OpenMP thread of this process but the calling one on a processor of its own while it
/// lives, so that what a thread has in its caches and in the memory near it stays there. The
/// calling one finds the processor that is left; it is free because threads that it starts (of MPI,
/// of a GPU and the host's work for it) may run where it may. Only where there are as many threads
/// as processors that this process may run on, two at least, and the user has not said anything of
/// it (OMP_PROC_BIND, OMP_PLACES, GOMP_CPU_AFFINITY, KMP_AFFINITY): with fewer threads the system
/// knows better which processors are free. Else, and without OpenMP or Linux, it does nothing. Made
/// and destroyed by the same thread, outside parallel regions.
class ThreadBinding {
 public:
  explicit ThreadBinding(int threads);
  ThreadBinding(const ThreadBinding&) = delete;
  ThreadBinding& operator=(const ThreadBinding&) = delete;
  /// Threads may again run where they might before.
  ~ThreadBinding();

  bool bound() const { return !before_.empty(); }

 private:
  std::vector<int> before_;  ///< processors that all threads might run on; empty: not bound
  [[maybe_unused]] int threads_;
};

}  // namespace encke
