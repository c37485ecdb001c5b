#include <encke/host/threads/team.hpp>

#if defined(_OPENMP)
#include <omp.h>
#else
#include <thread>
#include <vector>
#endif

namespace encke {

#if defined(_OPENMP)
void on_each_thread(int threads, const std::function<void(int)>& body) {
  if (threads < 1) return;
#pragma omp parallel num_threads(threads)
  for (int t = omp_get_thread_num(); t < threads; t += omp_get_num_threads()) body(t);
}
#else
void on_each_thread(int threads, const std::function<void(int)>& body) {
  std::vector<std::thread> others;
  for (int t = 1; t < threads; ++t) others.emplace_back(body, t);
  if (threads > 0) body(0);
  for (auto& thread : others) thread.join();
}
#endif

}  // namespace encke
