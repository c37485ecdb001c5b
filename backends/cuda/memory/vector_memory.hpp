#pragma once

#include <cstring>
#include <encke/base/device_memory.hpp>

#include "cuda/host/device.hpp"

namespace encke::cuda {

/// Memory of a device for vectors that stay there, and that MPI sends from there. Each call waits
/// for what it has started: MPI knows no queues.
class VectorMemory final : public DeviceMemory {
 public:
  explicit VectorMemory(Device& device) : device_(device), stage_(device, Memory::host) {}

  std::byte* allocate(Index bytes) override {
    std::byte* const memory = device_.allocate_or_give_up(Memory::device, bytes);
    try {
      device_.zero(queue, memory, bytes);
      device_.wait(queue);
    } catch (...) {
      device_.release(memory);
      throw;
    }
    return memory;
  }
  /// A panel that no kernel was to use may still be copied from there.
  void release(std::byte* memory) noexcept override {
    try {
      for (int q = 0; q < Device::queues; ++q) device_.wait(q);
    } catch (...) {
      // the device is lost; what is thrown is the error that showed it
    }
    device_.release(memory);
  }
  void copy_in(std::byte* to, const std::byte* from, Index bytes) override {
    device_.copy_in(queue, to, from, bytes);
    device_.wait(queue);
  }
  void copy_out(std::byte* to, const std::byte* from, Index bytes) override {
    for (Index done = 0; done < bytes;) {
      const Index part = bytes - done < stage_bytes ? bytes - done : stage_bytes;
      std::byte* const stage = stage_.reserve(stage_bytes);
      device_.copy_out(queue, stage, from + done, part);
      device_.wait(queue);
      std::memcpy(to + done, stage, static_cast<std::size_t>(part));
      done += part;
    }
  }

 private:
  static constexpr int queue = 0;
  static constexpr Index stage_bytes = Index{1} << 20;

  Device& device_;
  Memory stage_;  ///< of copies to the host
};

}  // namespace encke::cuda
