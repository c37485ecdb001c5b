#pragma once

#include <atomic>
#include <encke/base/error.hpp>

namespace encke {

/// A view of the flag by which a caller asks for an early end, or of none. The flag must live as
/// long as what looks at it; any thread, or a signal handler, may set it.
class StopFlag {
 public:
  StopFlag() = default;
  StopFlag(const std::atomic<bool>& flag) : flag_(&flag) {}

  bool is_set() const { return flag_ != nullptr && flag_->load(std::memory_order_relaxed); }
  /// Throws Error(stopped) once the flag is set.
  void check() const {
    if (is_set()) throw Error(Failure::stopped, "stopped by the caller");
  }

 private:
  const std::atomic<bool>* flag_ = nullptr;
};

}  // namespace encke
