#pragma once

#include <cstddef>
#include <cstdlib>
#include <encke/base/device_memory.hpp>
#include <encke/base/index.hpp>
#include <memory>
#include <type_traits>

namespace encke {

/// Zeroed memory for std::free(), aligned to a cache line and to the widest vector register; a
/// large one to huge pages, which it asks for, and spread over the memory nodes of this
/// process. Throws OutOfMemory where the system has none.
void* zeroed_memory(Index bytes);

/// Owns zeroed host memory, see zeroed_memory(), or, where one is given, memory of a device, which
/// the host must not touch. Throws OutOfMemory where there is none.
template <class T>
class AlignedBuffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  AlignedBuffer() = default;
  /// `device` must outlive it.
  explicit AlignedBuffer(Index size, DeviceMemory* device = nullptr)
      : data_(nullptr, Free{device}), size_(size), capacity_(size) {
    if (size == 0) return;
    const Index bytes = size * static_cast<Index>(sizeof(T));
    void* const memory = device != nullptr ? device->allocate(bytes) : zeroed_memory(bytes);
    data_.reset(static_cast<T*>(memory));
  }

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  Index size() const { return size_; }
  bool empty() const { return size_ == 0; }
  /// Items that it was made with.
  Index capacity() const { return capacity_; }
  /// Has its first `size` items from now on, 0 <= size <= capacity(); what is in memory stays.
  void resize(Index size) { size_ = size; }
  T& operator[](Index i) { return data_[static_cast<std::size_t>(i)]; }
  const T& operator[](Index i) const { return data_[static_cast<std::size_t>(i)]; }

 private:
  struct Free {
    DeviceMemory* device = nullptr;
    void operator()(T* p) const {
      device != nullptr ? device->release(reinterpret_cast<std::byte*>(p)) : std::free(p);
    }
  };
  std::unique_ptr<T[], Free> data_;
  Index size_ = 0;
  Index capacity_ = 0;
};

}  // namespace encke
