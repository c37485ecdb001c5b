#include <encke/base/error.hpp>
#include <utility>

#include "cuda/host/cuda_backend.hpp"
#include "cuda/host/level_choice.hpp"
#include "cuda_device.hpp"

namespace encke {

std::unique_ptr<TileBackend> make_cuda_backend(const BackendOptions& options) {
  if (options.level != "int8" && options.level != "bits" && options.level != "auto") {
    throw Error(Failure::command_line, "the cuda backend has no level '" + options.level +
                                           "': it has bits and int8, the ways of its products");
  }
  auto device = std::make_unique<cuda::CudaDevice>();
  const bool may_need =
      options.level == "auto" && device->capability_major() >= 10;  // loading takes a while
  cuda::Pipeline::Limits limits;
  limits.int8 =
      cuda::takes_int8(options.level, device->capability_major(), may_need && device->has_int8());
  return std::make_unique<cuda::CudaBackend>(std::move(device), limits);
}

}  // namespace encke
