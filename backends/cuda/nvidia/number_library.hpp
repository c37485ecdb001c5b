#pragma once

#include <cublasLt.h>

#include "cuda/kernels/number_jobs.hpp"

namespace encke::cuda {

/// Products of matrices of numbers by cuBLASLt: of integers exact in 32 bits, of floats as far as
/// the GPU's sums are. Throws Error(gpu).
class NumberLibrary {
 public:
  static constexpr Index workspace_bytes = Index{1} << 25;

  /// Throws also where the library, or the CUDA toolkit of this build, has no such products.
  explicit NumberLibrary(Numbers numbers);
  NumberLibrary(const NumberLibrary&) = delete;
  NumberLibrary& operator=(const NumberLibrary&) = delete;
  ~NumberLibrary();

  Numbers numbers() const { return numbers_; }
  /// A job of these numbers. `workspace`: device memory that no other queue uses.
  void multiply(cudaStream_t stream, const NumberJob& job, void* workspace);

 private:
  void set_up();
  void set_scales(const std::byte* ones);
  void destroy() noexcept;

  Numbers numbers_;
  cublasLtHandle_t handle_ = nullptr;
  cublasLtMatmulDesc_t product_ = nullptr;
  cublasLtMatmulPreference_t preference_ = nullptr;
};

}  // namespace encke::cuda
