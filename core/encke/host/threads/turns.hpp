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
  /// Calls make() at once, waits until all items before have had their turn, and calls action(),
  /// unless something has failed. Throws what these throw: then nobody waits for this item.
  template <class Make, class Action>
  void take(Index item, const Make& make, const Action& action) {
    try {
      make();
      if (wait_for(item)) action();
    } catch (...) {
      end(item, true);
      throw;
    }
    end(item, false);
  }
  /// The same with nothing to be made before.
  template <class Action>
  void take(Index item, const Action& action) {
    take(
        item, [] {}, action);
  }

 private:
  /// True if it is the item's turn; false where something has failed.
  bool wait_for(Index item) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return next_ == item || failed_; });
    return !failed_;
  }
  void end(Index item, bool failed) noexcept {
    const std::lock_guard lock(mutex_);
    failed_ = failed_ || failed;
    if (!failed_) next_ = item + 1;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  Index next_ = 0;
  bool failed_ = false;
};

}  // namespace encke
