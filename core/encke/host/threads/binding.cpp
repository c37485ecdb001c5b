#include <algorithm>
#include <array>
#include <cstdlib>
#include <encke/host/processors.hpp>
#include <encke/host/threads/binding.hpp>
#include <span>

#if defined(_OPENMP)
#include <omp.h>

namespace encke {
namespace {

bool user_has_spoken() {
  const std::array names = {"OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY"};
  return std::any_of(names.begin(), names.end(),
                     [](const char* name) { return std::getenv(name) != nullptr; });
}

}  // namespace

ThreadBinding::ThreadBinding(int threads) : threads_(threads) {
  if (threads < 2 || user_has_spoken() || omp_get_proc_bind() != omp_proc_bind_false) return;
  std::vector<int> processors = processors_of_thread();
  if (static_cast<int>(processors.size()) != threads) return;
#pragma omp parallel num_threads(threads)
  if (const int thread = omp_get_thread_num(); thread > 0) {
    bind_to(std::span(processors).subspan(static_cast<std::size_t>(thread), 1));
  }
  before_ = std::move(processors);
}

ThreadBinding::~ThreadBinding() {
  if (!bound()) return;
#pragma omp parallel num_threads(threads_)
  bind_to(before_);
}

}  // namespace encke

#else

namespace encke {

ThreadBinding::ThreadBinding(int threads) : threads_(threads) {}
ThreadBinding::~ThreadBinding() = default;

}  // namespace encke

#endif
