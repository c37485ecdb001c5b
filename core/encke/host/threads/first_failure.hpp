#pragma once

#include <atomic>
#include <exception>
#include <mutex>

namespace encke {

/// Carries the first exception of workers that run at the same time to the thread that waits for
/// them. All functions but rethrow() may be called by any worker at any time.
class FirstFailure {
 public:
  /// Calls work(). An exception that leaves it is kept if it is the first, else dropped.
  template <class Work>
  void guard(const Work& work) noexcept {
    try {
      work();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failed_.exchange(true)) failure_ = std::current_exception();
    }
  }

  /// True if an exception was kept: workers should then stop.
  bool failed() const noexcept { return failed_; }

  /// Throws the exception that was kept, if there is one. Call it after all workers have stopped.
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::atomic<bool> failed_ = false;
  std::exception_ptr failure_;
  std::mutex mutex_;
};

}  // namespace encke
