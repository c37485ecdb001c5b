#include <algorithm>
#include <encke/comm/backoff.hpp>
#include <thread>

namespace encke::comm {

void Backoff::pause() {
  using namespace std::chrono_literals;
  if (sleep_ == 0us) {
    std::this_thread::yield();
    if (std::chrono::steady_clock::now() - start_ > 100us) sleep_ = 25us;
    return;
  }
  std::this_thread::sleep_for(sleep_);
  sleep_ = std::min(2 * sleep_, std::chrono::microseconds(200us));
}

}  // namespace encke::comm
