#include <encke/base/error.hpp>

#include "cuda/host/cuda_backend.hpp"
#include "cuda_device.hpp"

namespace encke {

std::unique_ptr<TileBackend> make_cuda_backend(const BackendOptions& options) {
  const bool int8 = options.level == "int8";
  if (!int8 && options.level != "bits" && options.level != "auto") {
    throw Error(Failure::command_line, "the cuda backend has no level '" + options.level +
                                           "': it has bits and int8, the ways of its products");
  }
  cuda::Pipeline::Limits limits;
  limits.int8 = int8;
  return std::make_unique<cuda::CudaBackend>(std::make_unique<cuda::CudaDevice>(), limits);
}

}  // namespace encke
