#include <Kokkos_Core.hpp>
#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/host/memory_nodes.hpp>
#include <encke/host/processors.hpp>
#include <encke/run/runtime.hpp>
#include <exception>
#include <new>
#include <string>
#include <vector>

#if defined(_OPENMP)
#include <omp.h>
#endif

namespace encke {
namespace {

/// Cores that this process may run on. OpenMP is asked first: where it binds threads to cores
/// (OMP_PROC_BIND), the affinity mask of this thread has one core by now.
int usable_cores() {
#if defined(_OPENMP)
  return omp_get_num_procs();
#else
  return count_processors();
#endif
}

/// Where OpenMP gives Kokkos fewer threads than it asked for, it does not start. So teams are as
/// large as is asked (OMP_DYNAMIC, OMP_MAX_ACTIVE_LEVELS), and no more is asked for than may be
/// (OMP_THREAD_LIMIT, and what Kokkos has places for: beyond, it crashes).
int prepare_threads(int threads) {
#if defined(_OPENMP)
  constexpr int places = 512;
  omp_set_dynamic(0);
  if (omp_get_max_active_levels() < 1) omp_set_max_active_levels(1);
  threads = std::min({threads, omp_get_thread_limit(), places});
  // Kokkos first starts as many as there may be, to count them (OMP_NUM_THREADS). Those that it
  // does not need would go on waiting for work, at full speed, for some milliseconds.
  if (omp_get_max_threads() > threads) omp_set_num_threads(threads);
  return threads;
#else
  return threads;
#endif
}

/// Kokkos throws where its device, or the driver of that, is not there.
void initialize(int& argc, char** argv) try {
  Kokkos::initialize(argc, argv);
} catch (const std::bad_alloc&) {
  throw;
} catch (const std::exception& error) {
  const std::string what = error.what();
  throw Error(Failure::gpu,
              "Kokkos does not start on this machine: " + what.substr(0, what.find('\n')));
}

}  // namespace

Runtime::Runtime(int& argc, char** argv, int threads, StartMpi mpi) : mpi_(mpi) {
  start(argc, argv, threads);
}

Runtime::Runtime(int threads, StartMpi mpi) : mpi_(mpi) {
  int argc = 0;
  start(argc, nullptr, threads);
}

void Runtime::start(int& argc, char** argv, int threads) {
  if (Kokkos::is_initialized()) return;
  if (threads <= 0) threads = std::max(1, usable_cores() / mpi_.ranks_on_my_cores());
  threads = prepare_threads(threads);
  // Passed as an argument, because the settings type differs between versions of Kokkos; first,
  // so that an option of the user's overrules it.
  std::string count = "--kokkos-threads=" + std::to_string(threads);
#if KOKKOS_VERSION >= 30700
  count.replace(0, 16, "--kokkos-num-threads");
#endif
  std::string quiet = "--kokkos-disable-warnings";  // a library prints nothing
  std::vector<char*> arguments{argc > 0 ? argv[0] : count.data(), count.data(), quiet.data()};
  for (int i = 1; i < argc; ++i) arguments.push_back(argv[i]);
  int n = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  initialize(n, arguments.data());
  int kept = 1;
  for (int i = 1; i < n; ++i) argv[kept++] = arguments[static_cast<std::size_t>(i)];
  if (argc > 0) argc = kept;
  owner_ = true;
}

bool Runtime::bind_threads() {
  (void)nodes_of_process();
  if (mpi_.ranks_on_my_cores() == 1) binding_.emplace(threads());
  return binding_ && binding_->bound();
}

Runtime::~Runtime() {
  binding_.reset();
  if (owner_) Kokkos::finalize();
}

int Runtime::threads() const {
  // static up to Kokkos 3, of an instance from 4 on
  // NOLINTNEXTLINE(readability-static-accessed-through-instance)
  return Kokkos::DefaultHostExecutionSpace().concurrency();
}

}  // namespace encke
