#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <encke/base/device_memory.hpp>
#include <encke/base/error.hpp>
#include <limits>
#include <map>

namespace encke::test {

/// Stands for the memory of a device. Bytes lie there changed, so that what the host reads or
/// writes by itself comes out wrong; what goes from one to another stays right.
class ScrambledMemory final : public DeviceMemory {
 public:
  ~ScrambledMemory() override {
    for (const auto& [memory, bytes] : allocations_) std::free(memory);
  }

  std::byte* allocate(Index bytes) override {
    EXPECT_GT(bytes, 0);
    if (allocations_left-- <= 0) throw OutOfMemory("the stand-in for a device", bytes, 0);
    const auto size = static_cast<std::size_t>(round_up(bytes, 64));
    auto* const memory = static_cast<std::byte*>(std::aligned_alloc(64, size));
    if (memory == nullptr) throw OutOfMemory("the stand-in for a device", bytes, 0);
    std::memset(memory, static_cast<int>(key), size);
    allocations_.emplace(memory, bytes);
    return memory;
  }
  void release(std::byte* memory) noexcept override {
    EXPECT_EQ(allocations_.erase(memory), 1U);
    std::free(memory);
  }
  void copy_in(std::byte* to, const std::byte* from, Index bytes) override {
    EXPECT_TRUE(holds(to, bytes) && !holds(from, 1));
    for (Index i = 0; i < bytes; ++i) to[i] = from[i] ^ key;
    bytes_in += bytes;
  }
  void copy_out(std::byte* to, const std::byte* from, Index bytes) override {
    EXPECT_TRUE(holds(from, bytes) && !holds(to, 1));
    for (Index i = 0; i < bytes; ++i) to[i] = from[i] ^ key;
    bytes_out += bytes;
  }

  /// True if these bytes are in memory that was allocated and not released.
  bool holds(const std::byte* begin, Index bytes) const {
    auto after = allocations_.upper_bound(const_cast<std::byte*>(begin));
    if (after == allocations_.begin()) return false;
    const auto& [memory, size] = *--after;
    return begin + bytes <= memory + size;
  }
  std::size_t allocations() const { return allocations_.size(); }

  Index bytes_in = 0;
  Index bytes_out = 0;
  int allocations_left = std::numeric_limits<int>::max();

 private:
  static constexpr std::byte key{0x5a};

  std::map<std::byte*, Index> allocations_;
};

}  // namespace encke::test
