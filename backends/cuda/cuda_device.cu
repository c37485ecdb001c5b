#include <cstdlib>
#include <cstring>
#include <encke/backend/registry.hpp>
#include <filesystem>

#include "cuda_device.hpp"
#include "errors.hpp"
#include "int8.hpp"

namespace encke::cuda {

void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  throw Error(Failure::gpu, std::string("GPU: ") + what + ": " + cudaGetErrorString(status));
}

namespace {

/// Place of this process among those of its node, as launchers tell it.
int rank_on_node() {
  for (const char* name : {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"}) {
    if (const char* text = std::getenv(name)) return std::atoi(text);
  }
  return 0;
}

int count_devices() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  const bool hardware = std::filesystem::exists("/dev/nvidia0");
  if ((status == cudaErrorNoDevice || status == cudaErrorInsufficientDriver) && !hardware) {
    throw NoDevice("no GPU of NVIDIA was found, or no driver for it");
  }
  check(status, "looking for devices");
  if (count == 0) throw NoDevice("no GPU of NVIDIA was found");
  return count;
}

__global__ void write_one(int* out) { *out = 1; }

/// Whether kernels of this build run at all.
void try_kernel() {
  int* out = nullptr;
  check(cudaMalloc(&out, sizeof(int)), "a first allocation");
  write_one<<<1, 1>>>(out);
  int result = 0;
  const cudaError_t started = cudaGetLastError();
  const cudaError_t copied = cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  cudaFree(out);
  check(started, "a first kernel");
  check(copied, "a first kernel");
  if (result != 1) throw Error(Failure::gpu, "GPU: a first kernel gave a wrong result");
}

}  // namespace

CudaDevice::CudaDevice() {
  const int device = rank_on_node() % count_devices();
  check(cudaSetDevice(device), "choosing a device");
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, device), "its properties");
  name_ = std::string(properties.name) + " (sm_" + std::to_string(properties.major) +
          std::to_string(properties.minor) + ")";
  if (properties.major < 8) {
    throw Error(Failure::gpu, "GPU: " + name_ + " found, compute capability 8.0 or newer needed");
  }
  try {
    try_kernel();
    for (int q = 0; q < queues; ++q) {
      check(cudaStreamCreateWithFlags(&stream_[q], cudaStreamNonBlocking), "a stream");
      check(cudaEventCreateWithFlags(&event_[q], cudaEventDisableTiming), "an event");
    }
    for (Stage& stage : stage_) {
      stage.memory = allocate_host(stage_bytes);
      check(cudaEventCreateWithFlags(&stage.free, cudaEventDisableTiming), "an event");
    }
  } catch (...) {
    destroy();
    throw;
  }
}

CudaDevice::~CudaDevice() { destroy(); }

void CudaDevice::destroy() noexcept {
  for (std::byte* memory : workspace_) {
    if (memory != nullptr) release(memory);
  }
  for (Stage& stage : stage_) {
    if (stage.memory != nullptr) release_host(stage.memory);
    if (stage.free != nullptr) cudaEventDestroy(stage.free);
  }
  for (int q = 0; q < queues; ++q) {
    if (event_[q] != nullptr) cudaEventDestroy(event_[q]);
    if (stream_[q] != nullptr) cudaStreamDestroy(stream_[q]);
  }
}

Index CudaDevice::free_memory() const {
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total), "its free memory");
  return static_cast<Index>(free);
}

std::byte* CudaDevice::allocate(Index bytes) {
  void* memory = nullptr;
  const cudaError_t status = cudaMalloc(&memory, static_cast<std::size_t>(bytes));
  if (status == cudaErrorMemoryAllocation) {
    cudaGetLastError();  // the error is not to be seen again by the next call
    throw OutOfMemory("the GPU", bytes, free_memory());
  }
  check(status, "an allocation");
  return static_cast<std::byte*>(memory);
}

void CudaDevice::release(std::byte* memory) noexcept { cudaFree(memory); }

std::byte* CudaDevice::allocate_host(Index bytes) {
  void* memory = nullptr;
  const cudaError_t status =
      cudaHostAlloc(&memory, static_cast<std::size_t>(bytes), cudaHostAllocDefault);
  if (status == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    throw OutOfMemory("copies from the GPU", bytes, 0);
  }
  check(status, "pinned memory");
  return static_cast<std::byte*>(memory);
}

void CudaDevice::release_host(std::byte* memory) noexcept { cudaFreeHost(memory); }

void CudaDevice::copy_in(int queue, void* to, const void* from, Index bytes) {
  for (Index done = 0; done < bytes;) {
    const Index part = bytes - done < stage_bytes ? bytes - done : stage_bytes;
    Stage& stage = stage_[next_stage_];
    next_stage_ = (next_stage_ + 1) % stage_count;
    check(cudaEventSynchronize(stage.free), "a copy to the device");
    std::memcpy(stage.memory, static_cast<const std::byte*>(from) + done,
                static_cast<std::size_t>(part));
    check(cudaMemcpyAsync(static_cast<std::byte*>(to) + done, stage.memory,
                          static_cast<std::size_t>(part), cudaMemcpyHostToDevice, stream_[queue]),
          "a copy to the device");
    check(cudaEventRecord(stage.free, stream_[queue]), "an event");
    done += part;
  }
}

void CudaDevice::copy_out(int queue, void* to, const void* from, Index bytes) {
  check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes), cudaMemcpyDeviceToHost,
                        stream_[queue]),
        "a copy from the device");
}

void CudaDevice::copy_within(int queue, void* to, const void* from, Index bytes) {
  check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes), cudaMemcpyDeviceToDevice,
                        stream_[queue]),
        "a copy on the device");
}

void CudaDevice::zero(int queue, void* memory, Index bytes) {
  if (bytes == 0) return;
  check(cudaMemsetAsync(memory, 0, static_cast<std::size_t>(bytes), stream_[queue]), "a fill");
}

void CudaDevice::order(int queue, int other) {
  check(cudaEventRecord(event_[other], stream_[other]), "an event");
  check(cudaStreamWaitEvent(stream_[queue], event_[other], 0), "an event");
}

void CudaDevice::wait(int queue) {
  check(cudaStreamSynchronize(stream_[queue]), "the end of a kernel");
}

}  // namespace encke::cuda
