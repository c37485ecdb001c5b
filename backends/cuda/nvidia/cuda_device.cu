#include <algorithm>
#include <cstring>
#include <encke/backend/registry.hpp>
#include <encke/host/threads/host_loop.hpp>
#include <filesystem>
#include <utility>

#include "cuda_device.hpp"
#include "errors.hpp"
#include "number_library.hpp"

namespace encke::cuda {

void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  throw Error(Failure::gpu, std::string("GPU: ") + what + ": " + cudaGetErrorString(status));
}

int count_devices() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  // the driver's own file: which number the device has does not matter
  const bool hardware = std::filesystem::exists("/dev/nvidiactl");
  if ((status == cudaErrorNoDevice || status == cudaErrorInsufficientDriver) && !hardware) {
    throw NoDevice("no GPU of NVIDIA was found, or no driver for it");
  }
  check(status, "looking for devices");
  if (count == 0) throw NoDevice("no GPU of NVIDIA was found");
  return count;
}

namespace {

/// Less than this is left where others use the device.
constexpr Index least_memory = Index{1} << 30;

__global__ void write_one(int* out) { *out = 1; }

/// One core alone copies more slowly than the bus to a device.
void copy_to_stage(std::byte* to, const std::byte* from, Index bytes) {
  constexpr Index piece = Index{1} << 20;
  const int copiers = bytes < 4 * piece ? 1 : thread_workers(8);
  thread_loop(copiers, divide_up(bytes, piece), [&](Index i, int) {
    const Index begin = i * piece;
    std::memcpy(to + begin, from + begin, static_cast<std::size_t>(std::min(piece, bytes - begin)));
  });
}

/// Throws unless kernels of this build run at all.
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

void CudaDevice::use() { check(cudaSetDevice(number_), "choosing a device"); }

CudaDevice::CudaDevice(int number) : number_(number) {
  use();
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, number_), "its properties");
  name_ = std::string(properties.name) + " (sm_" + std::to_string(properties.major) +
          std::to_string(properties.minor) + ")";
  capability_ = 10 * properties.major + properties.minor;
  if (properties.major < 8) {
    throw Error(Failure::gpu, "GPU: " + name_ + " found, compute capability 8.0 or newer needed");
  }
  if (const Index free = free_memory(); free < least_memory) {
    throw Error(Failure::gpu, "GPU: " + name_ + " found, but only " + std::to_string(free >> 20) +
                                  " MiB of its memory are free, at least " +
                                  std::to_string(least_memory >> 20) + " needed");
  }
  try {
    try_kernel();
    for (int q = 0; q < queues; ++q) {
      check(cudaStreamCreateWithFlags(&stream_[q], cudaStreamNonBlocking), "a stream");
      check(cudaEventCreateWithFlags(&event_[q], cudaEventDisableTiming), "an event");
    }
    for (Stage& stage : stage_) {
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

/// The buffer that has been used the longest time ago, with space for some bytes.
CudaDevice::Stage& CudaDevice::next_stage(Index bytes) {
  Stage& stage = stage_[next_stage_];
  next_stage_ = (next_stage_ + 1) % stage_count;
  check(cudaEventSynchronize(stage.free), "a copy to the device");
  if (bytes > stage.size) {
    if (stage.memory != nullptr) release_host(std::exchange(stage.memory, nullptr));
    stage.size = 0;
    stage.memory = allocate_or_give_up(Memory::host, bytes);
    stage.size = bytes;
  }
  return stage;
}

void CudaDevice::copy_in(int queue, void* to, const void* from, Index bytes) {
  for (Index done = 0; done < bytes;) {
    const Index part = std::min(bytes - done, stage_bytes);
    Stage& stage = next_stage(std::min(round_up(bytes, Index{1} << 16), stage_bytes));
    copy_to_stage(stage.memory, static_cast<const std::byte*>(from) + done, part);
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

void CudaDevice::fill(int queue, void* memory, std::uint8_t byte, Index bytes) {
  if (bytes == 0) return;
  check(cudaMemsetAsync(memory, byte, static_cast<std::size_t>(bytes), stream_[queue]), "a fill");
}

void CudaDevice::order(int queue, int other) {
  check(cudaEventRecord(event_[other], stream_[other]), "an event");
  check(cudaStreamWaitEvent(stream_[queue], event_[other], 0), "an event");
}

void CudaDevice::wait(int queue) {
  check(cudaStreamSynchronize(stream_[queue]), "the end of a kernel");
}

}  // namespace encke::cuda
