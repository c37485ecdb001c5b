#include <algorithm>
#include <cstdlib>
#include <encke/base/error.hpp>
#include <encke/host/threads/host_loop.hpp>
#include <utility>

#include "cuda/host/cuda_backend.hpp"
#include "cuda/host/local_rank.hpp"
#include "cuda/host/workers.hpp"
#include "cuda/numbers/level_choice.hpp"
#include "cuda/several/device_numbers.hpp"
#include "cuda/several/several_devices.hpp"
#include "cuda_device.hpp"

namespace encke {
namespace {

/// The device `number`, of `of` that share the work.
std::unique_ptr<TileBackend> make_for_device(const BackendOptions& options, int number, int of) {
  auto device = std::make_unique<cuda::CudaDevice>(number);
  const int capability = device->capability();
  const bool may_need = options.level == "auto" && capability >= 100;  // loading takes a while
  const cuda::ProductLevel& level =
      cuda::choose_level(options.level, capability, may_need && device->has_int8());
  if (const std::string why = cuda::why_not(level, capability, device->name()); !why.empty()) {
    throw Error(Failure::gpu, why);
  }
  cuda::Pipeline::Limits limits;
  limits.pruning = options.pruning;
  limits.numbers = level.numbers;
  const int workers = std::max(2, thread_workers(cuda::most_workers) / of);
  return std::make_unique<cuda::CudaBackend>(std::move(device), limits, 0, of > 1 ? workers : 0);
}

}  // namespace

std::unique_ptr<TileBackend> make_cuda_backend(const BackendOptions& options) {
  if (!cuda::is_product_level(options.level)) {
    throw Error(Failure::command_line,
                "the cuda backend has no level '" + options.level +
                    "': it has bits, int8, fp8 and fp4, the ways of its products");
  }
  const int place = cuda::local_rank([](const char* name) { return std::getenv(name); });
  const auto numbers =
      cuda::device_numbers(place, options.processes, options.devices, cuda::count_devices());
  const int of = static_cast<int>(numbers.size());
  if (of == 1) return make_for_device(options, numbers.front(), of);
  std::vector<std::unique_ptr<TileBackend>> devices;
  for (const int number : numbers) devices.push_back(make_for_device(options, number, of));
  std::string level =
      std::string(devices.front()->level()) + " on " + cuda::text_of_devices(numbers);
  return std::make_unique<cuda::SeveralDevices>(std::move(devices), std::move(level));
}

}  // namespace encke
