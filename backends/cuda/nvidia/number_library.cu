#include <cublasLt.h>
#include <dlfcn.h>

#include "cuda/numbers/level_choice.hpp"
#include "cuda_device.hpp"
#include "errors.hpp"
#include "number_library.hpp"

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
      throw Error(Failure::gpu, "GPU: products of integers and of floats need " + name +
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

/// The library's types for fields, for sums and for how these are made.
struct Types {
  cudaDataType_t fields;
  cudaDataType_t sums;
  cublasComputeType_t compute;
};

Types types_of(Numbers numbers) {
  switch (numbers) {
    case Numbers::int8:
      return {CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I};
    case Numbers::fp8:
      return {CUDA_R_8F_E4M3, CUDA_R_32F, CUBLAS_COMPUTE_32F};
    case Numbers::fp4:
#if CUBLAS_VERSION >= 120800
      return {CUDA_R_4F_E2M1, CUDA_R_32F, CUBLAS_COMPUTE_32F};
#else
      throw Error(Failure::gpu,
                  "GPU: products of 4-bit floats need a program built with CUDA 12.8 or newer");
#endif
    case Numbers::none:
      break;
  }
  throw Error(Failure::internal, "single bits are not multiplied by cuBLASLt");
}

}  // namespace

NumberLibrary::NumberLibrary(Numbers numbers) : numbers_(numbers) {
  try {
    set_up();
  } catch (...) {
    destroy();
    throw;
  }
}

NumberLibrary::~NumberLibrary() { destroy(); }

void NumberLibrary::destroy() noexcept {
  if (preference_ != nullptr) library().preference_destroy(preference_);
  if (product_ != nullptr) library().product_destroy(product_);
  if (handle_ != nullptr) library().destroy(handle_);
}

void NumberLibrary::set_up() {
  const Types types = types_of(numbers_);
  check_blas(library().create(&handle_), "its start");
  check_blas(library().product_create(&product_, types.compute, types.sums), "a product");
  const auto set = [&](cublasLtMatmulDescAttributes_t what, const auto& value) {
    check_blas(library().product_set(product_, what, &value, sizeof value),
               "a product's attribute");
  };
  set(CUBLASLT_MATMUL_DESC_TRANSA, CUBLAS_OP_T);
  if (are_floats(numbers_)) {
    // sums are passed on to float32 on the way; the default, but exactness hangs on it
    set(CUBLASLT_MATMUL_DESC_FAST_ACCUM, std::int8_t{0});
  }
#if CUBLAS_VERSION >= 120800
  if (numbers_ == Numbers::fp4) {
    const std::int32_t each_16_fields = CUBLASLT_MATMUL_MATRIX_SCALE_VEC16_UE4M3;
    set(CUBLASLT_MATMUL_DESC_A_SCALE_MODE, each_16_fields);
    set(CUBLASLT_MATMUL_DESC_B_SCALE_MODE, each_16_fields);
  }
#endif
  check_blas(library().preference_create(&preference_), "a preference");
  const std::size_t bytes = workspace_bytes;
  check_blas(library().preference_set(preference_, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes,
                                      sizeof bytes),
             "a preference");
}

/// The same ones for both sides: their order, which is one of tiles, does not matter.
void NumberLibrary::set_scales(const std::byte* ones) {
  for (const auto side :
       {CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER}) {
    check_blas(library().product_set(product_, side, &ones, sizeof ones), "scales");
  }
}

/// The library's matrices lie column by column: ours, row by row, are their transposes. Its result,
/// columns by rows, is the right vectors times the left ones.
void NumberLibrary::multiply(cudaStream_t stream, const NumberJob& job, void* workspace) {
  const Types types = types_of(numbers_);
  const Layout left(types.fields, job.k, job.rows, job.k);
  const Layout right(types.fields, job.k, job.cols, job.k);
  const Layout out(types.sums, job.cols, job.rows, job.row_stride);
  if (numbers_ == Numbers::fp4) set_scales(job.scales);
  cublasLtMatmulHeuristicResult_t best{};
  int found = 0;
  const cublasStatus_t chosen =
      library().choose(handle_, product_, right.get(), left.get(), out.get(), out.get(),
                       preference_, 1, &best, &found);
  if (chosen == CUBLAS_STATUS_NOT_SUPPORTED || found == 0 || best.state != CUBLAS_STATUS_SUCCESS) {
    throw Error(Failure::gpu, "GPU: cuBLASLt has no products of " +
                                  std::string(level_of(numbers_).products) + " here");
  }
  check_blas(chosen, "the choice of an algorithm");
  const std::int32_t whole[2] = {0, 1};
  const float real[2] = {0, 1};
  const auto number = [&](int i) -> const void* {
    if (are_floats(numbers_)) return &real[i];
    return &whole[i];
  };
  check_blas(library().multiply(handle_, product_, number(1), job.right, right.get(), job.left,
                                left.get(), number(job.add ? 1 : 0), job.out, out.get(), job.out,
                                out.get(), &best.algo, workspace, workspace_bytes, stream),
             "a product");
}

NumberLibrary& CudaDevice::library(Numbers numbers) {
  if (library_ == nullptr || library_->numbers() != numbers) {
    library_ = std::make_unique<NumberLibrary>(numbers);
  }
  return *library_;
}

bool CudaDevice::has_int8() noexcept try {
  library(Numbers::int8);
  return true;
} catch (...) {
  return false;
}

void CudaDevice::multiply(int queue, const NumberJob& job) {
  NumberLibrary& numbers = library(job.numbers);
  if (workspace_[queue] == nullptr) {
    workspace_[queue] = allocate_or_give_up(Memory::device, NumberLibrary::workspace_bytes);
  }
  numbers.multiply(stream_[queue], job, workspace_[queue]);
}

}  // namespace encke::cuda
