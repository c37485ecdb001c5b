#pragma once

#include <encke/comm/communicator.hpp>

namespace encke {

/// When MPI is started. `if_launched`: if the environment says that a launcher (mpirun, mpiexec,
/// srun, aprun) started this process; starting MPI for one process takes 0.1 s and more.
enum class StartMpi { if_launched, always, never };

/// Starts MPI unless the caller already has, and ends what it started. `Runtime` has one.
class MpiSession {
 public:
  /// Collective over all processes that the launcher started. Asks for MPI_THREAD_MULTIPLE.
  /// Errors: inconsistent if the launcher started several processes, but this build has no MPI or
  /// another MPI than the launcher's, so that each would take itself for the only one; also if
  /// `start` is always and this build has no MPI; rank_died, internal from MPI.
  explicit MpiSession(StartMpi start = StartMpi::if_launched);
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  /// Collective. After an exception it waits 10 s for the other ranks; if they do not come, MPI is
  /// not ended in order: the launcher then ends the job when this process exits.
  ~MpiSession();

  /// All ranks, as a group whose messages do not mix with the caller's.
  const Communicator& world() const { return world_; }

  /// Ranks on this node, this one included, that may run on a core on which this one may run too.
  int ranks_on_my_cores() const { return ranks_on_my_cores_; }

 private:
  Communicator world_;
  int ranks_on_my_cores_ = 1;
  int exceptions_ = 0;
  bool owner_ = false;
};

}  // namespace encke
