#include "local_rank.hpp"

#include <charconv>
#include <cstring>

namespace encke::cuda {

int local_rank(const std::function<const char*(const char*)>& variable) {
  // OpenMPI, MPICH and Intel MPI, Cray PALS, MVAPICH, Flux, IBM's jsrun; Slurm last: a batch script
  // has its variable too
  constexpr const char* names[] = {"OMPI_COMM_WORLD_LOCAL_RANK",
                                   "MPI_LOCALRANKID",
                                   "PALS_LOCAL_RANKID",
                                   "MV2_COMM_WORLD_LOCAL_RANK",
                                   "FLUX_TASK_LOCAL_ID",
                                   "JSM_NAMESPACE_LOCAL_RANK",
                                   "SLURM_LOCALID"};
  for (const char* name : names) {
    const char* const text = variable(name);
    if (text == nullptr) continue;
    int rank = -1;
    std::from_chars(text, text + std::strlen(text), rank);
    if (rank >= 0) return rank;
  }
  return 0;
}

}  // namespace encke::cuda
