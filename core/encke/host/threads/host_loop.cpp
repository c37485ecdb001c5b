#include <Kokkos_Core.hpp>
#include <algorithm>
#include <atomic>
#include <encke/host/threads/first_failure.hpp>
#include <encke/host/threads/host_loop.hpp>
#include <thread>
#include <vector>

namespace encke {
namespace {

/// Hands out items; keeps the first exception.
class Items {
 public:
  Items(Index count, const std::function<void(Index, int)>& body) : count_(count), body_(body) {}

  void work(int worker) noexcept {
    failure_.guard([&] {
      for (Index item = next_++; item < count_ && !failure_.failed(); item = next_++) {
        body_(item, worker);
      }
    });
  }

  void rethrow() const { failure_.rethrow(); }

 private:
  Index count_;
  const std::function<void(Index, int)>& body_;
  std::atomic<Index> next_ = 0;
  FirstFailure failure_;
};

int used_workers(int workers, Index count) {
  return static_cast<int>(std::min<Index>(workers, count));
}

}  // namespace

void host_loop(int workers, Index count, const std::function<void(Index, int)>& body) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  Items items(count, body);
  const int used = used_workers(workers, count);
  if (used <= 1 || !Kokkos::is_initialized()) {
    items.work(0);
  } else {
    // A worker is an index of this loop: two threads never have the same at the same time. Threads
    // of a static schedule do not wait for one another before they begin.
    Kokkos::parallel_for(
        "encke::host loop",
        Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Static>>(Host(), 0, used),
        [&](int worker) { items.work(worker); });
    Kokkos::fence();
  }
  items.rethrow();
}

int host_workers() {
  using Host = Kokkos::DefaultHostExecutionSpace;
  return Kokkos::is_initialized() ? Host().concurrency() : 1;
}

void thread_loop(int workers, Index count, const std::function<void(Index, int)>& body) {
  Items items(count, body);
  {
    std::vector<std::jthread> others;  // joined where this ends
    for (int w = 1; w < used_workers(workers, count); ++w) {
      others.emplace_back([&items, w] { items.work(w); });
    }
    items.work(0);
  }
  items.rethrow();
}

int thread_workers(int most) {
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, most);
}

}  // namespace encke
