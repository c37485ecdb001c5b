#include <cublasLt.h>

#include "cuda_device.hpp"
#include "errors.hpp"
#include "int8.hpp"

namespace encke::cuda {
namespace {

void check_blas(cublasStatus_t status, const char* what) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw Error(Failure::gpu,
              std::string("GPU: cuBLASLt: ") + what + ": " + cublasLtGetStatusString(status));
}

/// A matrix, column by column.
class Layout {
 public:
  Layout(cudaDataType_t type, Index rows, Index cols, Index stride) {
    check_blas(cublasLtMatrixLayoutCreate(&layout_, type, static_cast<std::uint64_t>(rows),
                                          static_cast<std::uint64_t>(cols), stride),
               "a matrix");
  }
  Layout(const Layout&) = delete;
  Layout& operator=(const Layout&) = delete;
  ~Layout() { cublasLtMatrixLayoutDestroy(layout_); }
  cublasLtMatrixLayout_t get() const { return layout_; }

 private:
  cublasLtMatrixLayout_t layout_ = nullptr;
};

}  // namespace

Int8Library::Int8Library() {
  check_blas(cublasLtCreate(&handle_), "its start");
  check_blas(cublasLtMatmulDescCreate(&product_, CUBLAS_COMPUTE_32I, CUDA_R_32I), "a product");
  const cublasOperation_t transposed = CUBLAS_OP_T;
  check_blas(cublasLtMatmulDescSetAttribute(product_, CUBLASLT_MATMUL_DESC_TRANSA, &transposed,
                                            sizeof transposed),
             "a product");
  check_blas(cublasLtMatmulPreferenceCreate(&preference_), "a preference");
  const std::size_t bytes = workspace_bytes;
  check_blas(cublasLtMatmulPreferenceSetAttribute(
                 preference_, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes, sizeof bytes),
             "a preference");
}

Int8Library::~Int8Library() {
  if (preference_ != nullptr) cublasLtMatmulPreferenceDestroy(preference_);
  if (product_ != nullptr) cublasLtMatmulDescDestroy(product_);
  if (handle_ != nullptr) cublasLtDestroy(handle_);
}

/// The library's matrices lie column by column: ours, row by row, are their transposes. Its result,
/// columns by rows, is the right vectors times the left ones.
void Int8Library::multiply(cudaStream_t stream, const Int8Job& job, void* workspace) {
  const Layout left(CUDA_R_8I, job.k, job.rows, job.k);
  const Layout right(CUDA_R_8I, job.k, job.cols, job.k);
  const Layout out(CUDA_R_32I, job.cols, job.rows, job.row_stride);
  cublasLtMatmulHeuristicResult_t best{};
  int found = 0;
  check_blas(cublasLtMatmulAlgoGetHeuristic(handle_, product_, right.get(), left.get(), out.get(),
                                            out.get(), preference_, 1, &best, &found),
             "the choice of an algorithm");
  if (found == 0) {
    throw Error(Failure::gpu, "GPU: cuBLASLt has no product of 8-bit integers here");
  }
  const std::int32_t alpha = 1, beta = job.add ? 1 : 0;
  check_blas(cublasLtMatmul(handle_, product_, &alpha, job.right, right.get(), job.left, left.get(),
                            &beta, job.out, out.get(), job.out, out.get(), &best.algo, workspace,
                            workspace_bytes, stream),
             "a product");
}

void CudaDevice::multiply(int queue, const Int8Job& job) {
  if (int8_ == nullptr) {
    int8_ = std::make_unique<Int8Library>();
    for (auto& memory : workspace_) memory = allocate(Int8Library::workspace_bytes);
  }
  int8_->multiply(stream_[queue], job, workspace_[queue]);
}

}  // namespace encke::cuda
