// The build without MPI: compiled instead of the folder mpi.
#include <encke/base/error.hpp>
#include <encke/comm/mpi.hpp>

namespace encke::comm {

bool built_with_mpi() { return false; }

bool start_mpi() {
  throw Error(Failure::inconsistent, "MPI was asked for, and this build of Encke has none");
}

void end_mpi(double) {}

std::shared_ptr<const Transport> mpi_world() { return one_process(); }

std::shared_ptr<const Transport> mpi_node(const Transport&) { return one_process(); }

}  // namespace encke::comm
