// Allocations that fail: operator new in front of C++'s own, and the C library's functions.
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <new>

#include "fault_calls.hpp"

extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* old, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
}

namespace {

using encke::faults::settings;

std::atomic<long> allocations = 0;

/// Counts one, which operator new makes or not, and says if it is to fail.
bool fails(bool by_new) {
  const std::string_view mode = settings().mode;
  if (!mode.starts_with("memory")) return false;
  const bool all = mode == "memory-from";
  if (!by_new) return all && allocations >= settings().at && settings().at > 0;
  const long count = ++allocations;
  if (count == settings().at) encke::faults::note("new", "fails");
  return count == settings().at || (all && settings().at > 0 && count > settings().at);
}

void* refused() {
  errno = ENOMEM;
  return nullptr;
}

/// What operator new does with what it got.
void* checked(void* memory) {
  if (memory != nullptr) return memory;
  if (const auto handler = std::get_new_handler()) handler();  // the program's throws
  throw std::bad_alloc();
}

[[gnu::destructor]] void tell() {
  if (!settings().mode.starts_with("memory")) return;
  char count[32];
  std::snprintf(count, sizeof count, "%ld", allocations.load());
  encke::faults::note("allocations", count);
}

}  // namespace

extern "C" {

void* malloc(size_t size) { return fails(false) ? refused() : __libc_malloc(size); }
void* calloc(size_t count, size_t size) {
  return fails(false) ? refused() : __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) {
  return fails(false) ? refused() : __libc_realloc(old, size);
}

}  // extern "C"

void* operator new(std::size_t size) {
  return checked(fails(true) ? nullptr : __libc_malloc(size == 0 ? 1 : size));
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return checked(fails(true) ? nullptr
                             : __libc_memalign(static_cast<std::size_t>(alignment), size));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return operator new(size, alignment);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return fails(true) ? nullptr : __libc_malloc(size == 0 ? 1 : size);
}
void* operator new[](std::size_t size, const std::nothrow_t& nothrow) noexcept {
  return operator new(size, nothrow);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
