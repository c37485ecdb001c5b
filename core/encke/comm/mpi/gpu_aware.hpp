#pragma once

#include <encke/comm/gpu_aware.hpp>

namespace encke::comm {

/// What the MPI library of this build says. MPI must have been started.
GpuAware mpi_gpu_aware();

}  // namespace encke::comm
