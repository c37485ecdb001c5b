#include <algorithm>
#include <array>
#include <cstdlib>
#include <encke/run/thread_binding.hpp>
#include <vector>

#if defined(_OPENMP) && defined(__linux__)
#include <omp.h>
#include <sched.h>

namespace encke {
namespace {

bool user_has_spoken() {
  const std::array names = {"OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY"};
  return std::any_of(names.begin(), names.end(),
                     [](const char* name) { return std::getenv(name) != nullptr; });
}

}  // namespace

struct ThreadBinding::Processors {
  cpu_set_t set;
};

ThreadBinding::ThreadBinding(int threads) : threads_(threads) {
  auto before = std::make_unique<Processors>();
  if (threads < 2 || user_has_spoken() || omp_get_proc_bind() != omp_proc_bind_false) return;
  if (::sched_getaffinity(0, sizeof before->set, &before->set) != 0) return;
  std::vector<int> processors;
  for (int p = 0; p < CPU_SETSIZE; ++p) {
    if (CPU_ISSET(p, &before->set)) processors.push_back(p);
  }
  if (static_cast<int>(processors.size()) != threads) return;
#pragma omp parallel num_threads(threads)
  if (const int thread = omp_get_thread_num(); thread > 0) {
    cpu_set_t own;
    CPU_ZERO(&own);
    CPU_SET(processors[static_cast<std::size_t>(thread)], &own);
    (void)::sched_setaffinity(0, sizeof own, &own);  // a hint: without it all still works
  }
  before_ = std::move(before);
}

ThreadBinding::~ThreadBinding() {
  if (!before_) return;
#pragma omp parallel num_threads(threads_)
  (void)::sched_setaffinity(0, sizeof before_->set, &before_->set);
}

}  // namespace encke

#else

namespace encke {

struct ThreadBinding::Processors {};
ThreadBinding::ThreadBinding(int threads) : threads_(threads) {}
ThreadBinding::~ThreadBinding() = default;

}  // namespace encke

#endif
