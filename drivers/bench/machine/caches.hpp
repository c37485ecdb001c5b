#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace encke::bench {

/// A part of the memory, and how much of it a thread reads to see how fast it is.
struct MemoryLevel {
  const char* name;              ///< L1, L2, L3, memory
  std::int64_t bytes = 0;        ///< size; 0: memory
  std::int64_t working_set = 0;  ///< bytes that each thread reads, a multiple of 4 KiB
  bool reported = true;          ///< false: the system does not say; a usual size
};

/// Sizes as the system reports them in `folder` (index0/level, type, size ...), or else sysconf();
/// or else 32 KiB, 1 MiB, 32 MiB. With `threads` that share the third one.
std::vector<MemoryLevel> memory_levels(
    int threads, const std::filesystem::path& folder = "/sys/devices/system/cpu/cpu0/cache");

}  // namespace encke::bench
