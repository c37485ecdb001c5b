#include <algorithm>
#include <encke/host/processors.hpp>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

namespace encke {

#if defined(__linux__)
std::vector<int> processors_of_thread(int thread) {
  std::vector<int> processors;
  cpu_set_t set;
  if (::sched_getaffinity(thread, sizeof set, &set) != 0) return processors;
  for (int p = 0; p < CPU_SETSIZE; ++p) {
    if (CPU_ISSET(p, &set)) processors.push_back(p);
  }
  return processors;
}

void bind_to(std::span<const int> processors) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int p : processors) CPU_SET(p, &set);
  (void)::sched_setaffinity(0, sizeof set, &set);
}
#else
std::vector<int> processors_of_thread(int) { return {}; }
void bind_to(std::span<const int>) {}
#endif

int count_processors() {
  const std::size_t allowed = processors_of_thread().size();
  return static_cast<int>(allowed != 0 ? allowed
                                       : std::max(1U, std::thread::hardware_concurrency()));
}

}  // namespace encke
