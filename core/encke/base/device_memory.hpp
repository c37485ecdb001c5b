#pragma once

#include <cstddef>
#include <encke/base/index.hpp>

namespace encke {

/// Memory of a device on which a backend computes. Its addresses are for the backend, and for an
/// MPI library that is GPU-aware; the host neither reads nor writes there. Used from one thread.
class DeviceMemory {
 public:
  DeviceMemory() = default;
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  virtual ~DeviceMemory() = default;

  /// `bytes` > 0 zeroed bytes, aligned to 64. Throws OutOfMemory, Error(gpu).
  virtual std::byte* allocate(Index bytes) = 0;
  virtual void release(std::byte* memory) noexcept = 0;
  /// Copies from and to the host, done when they return. Throw Error(gpu).
  virtual void copy_in(std::byte* to, const std::byte* from, Index bytes) = 0;
  virtual void copy_out(std::byte* to, const std::byte* from, Index bytes) = 0;
};

}  // namespace encke
