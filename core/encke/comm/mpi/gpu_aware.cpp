#include <encke/comm/mpi/gpu_aware.hpp>
// MPI's own header, then its extensions, which need it
#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

namespace encke::comm {

GpuAware mpi_gpu_aware() {
#if defined(MPIX_CUDA_AWARE_SUPPORT)  // OpenMPI and those that follow it
  return MPIX_Query_cuda_support() == 1 ? GpuAware::yes : GpuAware::no;
#elif defined(MPIX_GPU_SUPPORT_CUDA)  // MPICH from 4 on and those that follow it
  int supported = 0;
  if (MPIX_GPU_query_support(MPIX_GPU_SUPPORT_CUDA, &supported) != MPI_SUCCESS) return GpuAware::no;
  return supported != 0 ? GpuAware::yes : GpuAware::no;
#else
  return GpuAware::unknown;
#endif
}

}  // namespace encke::comm
