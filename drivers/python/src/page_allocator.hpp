#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>

namespace encke::python {

/// Memory straight from the system, which goes back there when it is freed: malloc keeps what it
/// got in pieces of this size, and hits would take twice their memory while they are put in order.
template <class T>
struct PageAllocator {
  using value_type = T;

  PageAllocator() = default;
  template <class Other>
  PageAllocator(const PageAllocator<Other>&) noexcept {}  // NOLINT(google-explicit-constructor)

  T* allocate(std::size_t count) {
    void* data = ::mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (data == MAP_FAILED) throw std::bad_alloc();
    return static_cast<T*>(data);
  }
  void deallocate(T* data, std::size_t count) noexcept { ::munmap(data, count * sizeof(T)); }

  friend bool operator==(const PageAllocator&, const PageAllocator&) { return true; }
};

}  // namespace encke::python
