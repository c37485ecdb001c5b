// Allocations that fail: operator new in front of C++'s own, and the C library's functions.
#include <dlfcn.h>
#include <unwind.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
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

/// The innermost calls of a stack.
struct Stack {
  static constexpr int most = 16;
  std::uintptr_t calls[most] = {};
  int count = 0;
};

_Unwind_Reason_Code add_call(_Unwind_Context* context, void* data) {
  auto& stack = *static_cast<Stack*>(data);
  if (stack.count == Stack::most) return _URC_END_OF_STACK;
  stack.calls[stack.count++] = _Unwind_GetIP(context);
  return _URC_NO_REASON;
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15ULL;
  return hash ^ (hash >> 29);
}

/// True if this process has not met the stack before.
bool is_new(const Stack& stack) {
  constexpr std::size_t size = 1 << 18;
  static std::uint64_t met[size];
  static std::size_t count = 0;
  std::uint64_t hash = 1;
  for (int c = 0; c < stack.count; ++c) hash = mixed(hash, stack.calls[c]);
  std::size_t at = hash % size;
  while (met[at] != 0 && met[at] != hash) at = (at + 1) % size;
  if (met[at] == hash || count == size / 2) return false;
  met[at] = hash;
  ++count;
  return true;
}

/// Writes to the log where the n-th allocation is made, if none was made there before.
void note_place(long n) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  Stack stack;
  _Unwind_Backtrace(&add_call, &stack);
  if (!is_new(stack)) return;
  std::uint64_t hash = 1;
  for (int c = 0; c < stack.count; ++c) {
    Dl_info of{};  // programs and libraries lie elsewhere in each run
    ::dladdr(reinterpret_cast<void*>(stack.calls[c]), &of);
    hash = mixed(hash, stack.calls[c] - reinterpret_cast<std::uintptr_t>(of.dli_fbase));
  }
  char text[64];
  std::snprintf(text, sizeof text, "%016lx %ld", static_cast<unsigned long>(hash), n);
  encke::faults::note("place", text);
}

/// Counts one, which operator new makes or not, and says if it is to fail.
bool fails(bool by_new) {
  const std::string_view mode = settings().mode;
  if (!mode.starts_with("memory")) return false;
  const bool all = mode == "memory-from";
  if (!by_new) return all && allocations >= settings().at && settings().at > 0;
  const long count = ++allocations;
  if (mode == "memory-at") {
    note_place(count);
    return false;
  }
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
int posix_memalign(void** memory, size_t alignment, size_t size) noexcept {
  if (fails(true)) return ENOMEM;  // the large buffers of the program itself
  *memory = __libc_memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}
void* aligned_alloc(size_t alignment, size_t size) noexcept {
  return fails(false) ? refused() : __libc_memalign(alignment, size);
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
