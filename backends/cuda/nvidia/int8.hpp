#pragma once

#include <cublasLt.h>

#include "cuda/kernels/int8_terms.hpp"

namespace encke::cuda {

/// Products of matrices of 8-bit integers by cuBLASLt, exact in 32 bits. Throws Error(gpu).
class Int8Library {
 public:
  static constexpr Index workspace_bytes = Index{1} << 25;

  Int8Library();
  Int8Library(const Int8Library&) = delete;
  Int8Library& operator=(const Int8Library&) = delete;
  ~Int8Library();

  /// `workspace`: device memory that no other queue uses.
  void multiply(cudaStream_t stream, const Int8Job& job, void* workspace);

 private:
  cublasLtHandle_t handle_ = nullptr;
  cublasLtMatmulDesc_t product_ = nullptr;
  cublasLtMatmulPreference_t preference_ = nullptr;
};

}  // namespace encke::cuda
