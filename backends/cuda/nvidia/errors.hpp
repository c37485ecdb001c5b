#pragma once

#include <cuda_runtime_api.h>

#include <encke/base/error.hpp>

namespace encke::cuda {

/// Throws Error(gpu) unless a call of CUDA has worked; `what`: what it was for.
void check(cudaError_t status, const char* what);

}  // namespace encke::cuda
