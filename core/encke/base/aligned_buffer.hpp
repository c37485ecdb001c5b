#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <memory>

namespace encke {

/// Owns zeroed host memory aligned to a cache line (and to the widest vector register).
/// Throws OutOfMemory where the system has none.
template <class T>
class AlignedBuffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  static constexpr std::size_t alignment = 64;

  AlignedBuffer() = default;
  explicit AlignedBuffer(Index size) : size_(size) {
    if (size == 0) return;
    const auto bytes = round_up(size * static_cast<Index>(sizeof(T)), alignment);
    data_.reset(static_cast<T*>(std::aligned_alloc(alignment, static_cast<std::size_t>(bytes))));
    if (!data_) throw OutOfMemory("a buffer", bytes, 0);
    std::memset(static_cast<void*>(data_.get()), 0, static_cast<std::size_t>(bytes));
  }

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  Index size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](Index i) { return data_[static_cast<std::size_t>(i)]; }
  const T& operator[](Index i) const { return data_[static_cast<std::size_t>(i)]; }

 private:
  struct Free {
    void operator()(T* p) const { std::free(p); }
  };
  std::unique_ptr<T[], Free> data_;
  Index size_ = 0;
};

}  // namespace encke
