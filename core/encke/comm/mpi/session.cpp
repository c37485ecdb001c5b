#include <mpi.h>

#include <chrono>
#include <encke/base/error.hpp>
#include <encke/comm/backoff.hpp>
#include <encke/comm/mpi.hpp>
#include <encke/comm/mpi/error.hpp>

namespace encke::comm {

bool built_with_mpi() { return true; }

bool start_mpi() {
  int flag = 0;
  check_mpi(MPI_Finalized(&flag), "MPI_Finalized");
  if (flag != 0) {
    throw Error(Failure::inconsistent, "MPI has ended in this process and cannot be started again");
  }
  check_mpi(MPI_Initialized(&flag), "MPI_Initialized");
  if (flag != 0) return false;
  int level = MPI_THREAD_SINGLE;  // Transport::concurrent tells what was granted
  check_mpi(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &level), "MPI_Init_thread");
  return true;
}

void end_mpi(double patience_s) {
  // MPI_Finalize waits for all ranks, without giving up the core and without end.
  MPI_Request request = MPI_REQUEST_NULL;
  if (MPI_Ibarrier(MPI_COMM_WORLD, &request) != MPI_SUCCESS) return;
  const auto start = std::chrono::steady_clock::now();
  Backoff backoff;
  int all_there = 0;
  while (MPI_Test(&request, &all_there, MPI_STATUS_IGNORE) == MPI_SUCCESS && all_there == 0) {
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - start;
    if (patience_s >= 0 && waited.count() > patience_s) return;
    backoff.pause();
  }
  if (all_there != 0) MPI_Finalize();
}

}  // namespace encke::comm
