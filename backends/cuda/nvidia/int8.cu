#include <cublasLt.h>
#include <dlfcn.h>

#include "cuda_device.hpp"
#include "errors.hpp"
#include "int8.hpp"

namespace encke::cuda {
namespace {

/// The library's functions. It is loaded when it is first needed: hundreds of megabytes that most
/// runs do without, and programs start where it is not installed.
struct Functions {
  decltype(&cublasLtCreate) create;
  decltype(&cublasLtDestroy) destroy;
  decltype(&cublasLtMatrixLayoutCreate) layout_create;
  decltype(&cublasLtMatrixLayoutDestroy) layout_destroy;
  decltype(&cublasLtMatmulDescCreate) product_create;
  decltype(&cublasLtMatmulDescSetAttribute) product_set;
  decltype(&cublasLtMatmulDescDestroy) product_destroy;
  decltype(&cublasLtMatmulPreferenceCreate) preference_create;
  decltype(&cublasLtMatmulPreferenceSetAttribute) preference_set;
  decltype(&cublasLtMatmulPreferenceDestroy) preference_destroy;
  decltype(&cublasLtMatmulAlgoGetHeuristic) choose;
  decltype(&cublasLtMatmul) multiply;

  Functions() {
    const std::string name = "libcublasLt.so." + std::to_string(CUBLAS_VER_MAJOR);
    void* const library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      throw Error(Failure::gpu, "GPU: products of 8-bit integers need " + name +
                                    ", which cannot be loaded: " + dlerror());
    }
    const auto find = [&](auto& function, const char* symbol) {
      function =
          reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, symbol));
      if (function == nullptr) throw Error(Failure::gpu, name + " has no " + symbol);
    };
    find(create, "cublasLtCreate");
    find(destroy, "cublasLtDestroy");
    find(layout_create, "cublasLtMatrixLayoutCreate");
    find(layout_destroy, "cublasLtMatrixLayoutDestroy");
    find(product_create, "cublasLtMatmulDescCreate");
    find(product_set, "cublasLtMatmulDescSetAttribute");
    find(product_destroy, "cublasLtMatmulDescDestroy");
    find(preference_create, "cublasLtMatmulPreferenceCreate");
    find(preference_set, "cublasLtMatmulPreferenceSetAttribute");
    find(preference_destroy, "cublasLtMatmulPreferenceDestroy");
    find(choose, "cublasLtMatmulAlgoGetHeuristic");
    find(multiply, "cublasLtMatmul");
  }
};

const Functions& library() {
  static const Functions functions;
  return functions;
}

void check_blas(cublasStatus_t status, const char* what) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw Error(Failure::gpu, std::string("GPU: cuBLASLt: ") + what + ": status " +
                                std::to_string(static_cast<int>(status)));
}

/// A matrix, column by column.
class Layout {
 public:
  Layout(cudaDataType_t type, Index rows, Index cols, Index stride) {
    check_blas(library().layout_create(&layout_, type, static_cast<std::uint64_t>(rows),
                                       static_cast<std::uint64_t>(cols), stride),
               "a matrix");
  }
  Layout(const Layout&) = delete;
  Layout& operator=(const Layout&) = delete;
  ~Layout() { library().layout_destroy(layout_); }
  cublasLtMatrixLayout_t get() const { return layout_; }

 private:
  cublasLtMatrixLayout_t layout_ = nullptr;
};

}  // namespace

Int8Library::Int8Library() {
  check_blas(library().create(&handle_), "its start");
  check_blas(library().product_create(&product_, CUBLAS_COMPUTE_32I, CUDA_R_32I), "a product");
  const cublasOperation_t transposed = CUBLAS_OP_T;
  check_blas(
      library().product_set(product_, CUBLASLT_MATMUL_DESC_TRANSA, &transposed, sizeof transposed),
      "a product");
  check_blas(library().preference_create(&preference_), "a preference");
  const std::size_t bytes = workspace_bytes;
  check_blas(library().preference_set(preference_, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes,
                                      sizeof bytes),
             "a preference");
}

Int8Library::~Int8Library() {
  if (preference_ != nullptr) library().preference_destroy(preference_);
  if (product_ != nullptr) library().product_destroy(product_);
  if (handle_ != nullptr) library().destroy(handle_);
}

/// The library's matrices lie column by column: ours, row by row, are their transposes. Its result,
/// columns by rows, is the right vectors times the left ones.
void Int8Library::multiply(cudaStream_t stream, const Int8Job& job, void* workspace) {
  const Layout left(CUDA_R_8I, job.k, job.rows, job.k);
  const Layout right(CUDA_R_8I, job.k, job.cols, job.k);
  const Layout out(CUDA_R_32I, job.cols, job.rows, job.row_stride);
  cublasLtMatmulHeuristicResult_t best{};
  int found = 0;
  check_blas(library().choose(handle_, product_, right.get(), left.get(), out.get(), out.get(),
                              preference_, 1, &best, &found),
             "the choice of an algorithm");
  if (found == 0 || best.state != CUBLAS_STATUS_SUCCESS) {
    throw Error(Failure::gpu, "GPU: cuBLASLt has no product of 8-bit integers here");
  }
  const std::int32_t alpha = 1, beta = job.add ? 1 : 0;
  check_blas(library().multiply(handle_, product_, &alpha, job.right, right.get(), job.left,
                                left.get(), &beta, job.out, out.get(), job.out, out.get(),
                                &best.algo, workspace, workspace_bytes, stream),
             "a product");
}

bool CudaDevice::has_int8() noexcept try {
  if (int8_ == nullptr) int8_ = std::make_unique<Int8Library>();
  return true;
} catch (...) {
  return false;
}

void CudaDevice::multiply(int queue, const Int8Job& job) {
  if (int8_ == nullptr) int8_ = std::make_unique<Int8Library>();
  if (workspace_[queue] == nullptr) {
    workspace_[queue] = allocate_or_give_up(Memory::device, Int8Library::workspace_bytes);
  }
  int8_->multiply(stream_[queue], job, workspace_[queue]);
}

}  // namespace encke::cuda
