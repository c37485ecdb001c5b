#include <Kokkos_Core.hpp>
#include <algorithm>
#include <atomic>
#include <encke/host/host_loop.hpp>
#include <exception>
#include <mutex>

namespace encke {
namespace {

/// Hands out items; keeps the first exception.
class Items {
 public:
  Items(Index count, const std::function<void(Index, int)>& body) : count_(count), body_(body) {}

  void work(int worker) noexcept {
    try {
      for (Index item = next_++; item < count_ && !failed_; item = next_++) body_(item, worker);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failed_.exchange(true)) failure_ = std::current_exception();
    }
  }

  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  Index count_;
  const std::function<void(Index, int)>& body_;
  std::atomic<Index> next_ = 0;
  std::atomic<bool> failed_ = false;
  std::exception_ptr failure_;
  std::mutex mutex_;
};

}  // namespace

void host_loop(int workers, Index count, const std::function<void(Index, int)>& body) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  Items items(count, body);
  const auto used = static_cast<int>(std::min<Index>(workers, count));
  if (used <= 1 || !Kokkos::is_initialized()) {
    items.work(0);
  } else {
    // a worker is an index of this loop: two threads never have the same at the same time
    Kokkos::parallel_for(
        "encke::host loop",
        Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>>(Host(), 0, used),
        [&](int worker) { items.work(worker); });
    Kokkos::fence();
  }
  items.rethrow();
}

}  // namespace encke
