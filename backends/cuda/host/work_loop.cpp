#include "work_loop.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace encke::cuda {

int host_workers() {
  constexpr unsigned most = 16;  // hits are few
  return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, most));
}

void work_loop(int workers, Index count, const std::function<void(Index, int)>& body) {
  std::atomic<Index> next = 0;
  std::atomic<bool> failed = false;
  std::exception_ptr failure;
  std::mutex mutex;
  const auto work = [&](int worker) {
    try {
      for (Index item = next++; item < count && !failed; item = next++) body(item, worker);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failed.exchange(true)) failure = std::current_exception();
    }
  };
  std::vector<std::jthread> others;
  for (int w = 1; w < static_cast<int>(std::min<Index>(workers, count)); ++w) {
    others.emplace_back(work, w);
  }
  work(0);
  others.clear();  // joins
  if (failure) std::rethrow_exception(failure);
}

}  // namespace encke::cuda
