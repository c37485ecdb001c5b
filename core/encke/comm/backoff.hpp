#pragma once

#include <chrono>

namespace encke::comm {

/// What to do between two looks at a message that has not come: give up the core; after a while
/// sleep, each time longer, up to 200 us, so that a rank that waits leaves its core to others.
class Backoff {
 public:
  void pause();

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::microseconds sleep_{0};
};

}  // namespace encke::comm
