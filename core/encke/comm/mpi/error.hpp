#pragma once

namespace encke::comm {

/// Throws what an error code of MPI means: memory; internal where an argument is wrong; else
/// rank_died, because what remains are failures of communication. `function`: MPI's name of it.
void check_mpi(int code, const char* function);

}  // namespace encke::comm
