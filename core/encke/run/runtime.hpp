#pragma once

#include <encke/comm/mpi_session.hpp>
#include <encke/host/threads/binding.hpp>
#include <optional>

namespace encke {

/// Starts MPI, if a launcher started this process (see MpiSession), and what backends need
/// (Kokkos), unless the caller already has, and ends what it started. Make one in main before
/// anything else; where there are several ranks, on all of them. `threads` 0: all cores this
/// process may run on, shared evenly with other ranks that may run on them too. With OpenMP no
/// more than 512, and than it allows (OMP_THREAD_LIMIT); OMP_DYNAMIC is switched off.
/// Kokkos' own --kokkos-* arguments are taken out of argv. Errors: those of MpiSession.
class Runtime {
 public:
  Runtime(int& argc, char** argv, int threads = 0, StartMpi mpi = StartMpi::if_launched);
  explicit Runtime(int threads = 0, StartMpi mpi = StartMpi::if_launched);
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;
  ~Runtime();

  int threads() const;
  /// Keeps threads where they are, see ThreadBinding, unless ranks share these processors: for
  /// programs, not for libraries, whose caller has other threads. Returns whether it did.
  bool bind_threads();

  /// The ranks that work on a problem together: all that the launcher started.
  const Communicator& world() const { return mpi_.world(); }

 private:
  void start(int& argc, char** argv, int threads);

  MpiSession mpi_;
  bool owner_ = false;
  std::optional<ThreadBinding> binding_;
};

}  // namespace encke
