#pragma once

#include <cstddef>
#include <cstdlib>
#include <encke/base/index.hpp>
#include <memory>
#include <type_traits>

namespace encke {

/// Zeroed memory for std::free(), aligned to a cache line and to the widest vector register; a
/// large one to huge pages, which it asks for. Throws OutOfMemory where the system has none.
void* zeroed_memory(Index bytes);

/// Owns zeroed host memory, see zeroed_memory().
/// Throws OutOfMemory where the system has none.
template <class T>
class AlignedBuffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  AlignedBuffer() = default;
  explicit AlignedBuffer(Index size) : size_(size), capacity_(size) {
    if (size == 0) return;
    data_.reset(static_cast<T*>(zeroed_memory(size * static_cast<Index>(sizeof(T)))));
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
    void operator()(T* p) const { std::free(p); }
  };
  std::unique_ptr<T[], Free> data_;
  Index size_ = 0;
  Index capacity_ = 0;
};

}  // namespace encke
