#pragma once

#include <condition_variable>
#include <encke/base/index.hpp>
#include <mutex>

namespace encke {

/// Lets the workers of a loop do something one after the other, in the order of its items 0, 1, ...
/// Items must be handed out in that order, as host_loop() does: whoever has the least one waits for
/// nobody.
class Turns {
 public:
  /// Waits until all items before have had their turn, and calls action(). Does nothing once
  /// something has failed. Throws what `action` throws.
  template <class Action>
  void take(Index item, const Action& action) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return next_ == item || failed_; });
    if (failed_) return;
    try {
      action();
      ++next_;
    } catch (...) {
      failed_ = true;
      changed_.notify_all();
      throw;
    }
    changed_.notify_all();
  }

  /// To be called where an item fails before its turn: nobody waits for it.
  void fail() noexcept {
    const std::lock_guard lock(mutex_);
    failed_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  Index next_ = 0;
  bool failed_ = false;
};

}  // namespace encke
