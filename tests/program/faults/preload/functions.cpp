// The functions of the C library that read and change files, in front of the library's own.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>

#include "fault_calls.hpp"

namespace {

using encke::faults::Call;
using encke::faults::Kind;

/// The C library's function of this name.
template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

/// Makes a call that `call` counts, or fails as it says.
template <class Action>
auto made(const Call& call, Action action) -> decltype(action()) {
  if (call.failure() != 0) {
    errno = call.failure();
    return -1;
  }
  const auto result = action();
  call.made();
  return result;
}

bool changes(int flags) { return (flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)) != 0; }

template <class Action>
int opened(const char* path, int flags, Action action) {
  return made(Call(changes(flags) ? Kind::name : Kind::open, "open", path, -1), action);
}

mode_t mode_in(int flags, va_list rest) {
  return (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_in(flags, rest);
  va_end(rest);
  static auto* const next = real<int(const char*, int, ...)>("open");
  return opened(path, flags, [&] { return next(path, flags, mode); });
}

int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_in(flags, rest);
  va_end(rest);
  static auto* const next = real<int(const char*, int, ...)>("open64");
  return opened(path, flags, [&] { return next(path, flags, mode); });
}

int close(int file) {
  static auto* const next = real<int(int)>("close");
  const Call call(Kind::close, "close", nullptr, file);
  const int result = next(file);  // the descriptor is gone, whatever is said of it
  if (call.failure() == 0) return result;
  errno = call.failure();
  return -1;
}

ssize_t write(int file, const void* bytes, size_t size) {
  static auto* const next = real<ssize_t(int, const void*, size_t)>("write");
  const Call call(Kind::write, "write", nullptr, file);
  return made(call, [&] { return next(file, bytes, call.allowed(size)); });
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t at) {
  static auto* const next = real<ssize_t(int, const void*, size_t, off_t)>("pwrite");
  const Call call(Kind::write, "pwrite", nullptr, file);
  return made(call, [&] { return next(file, bytes, call.allowed(size), at); });
}

ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t at) {
  static auto* const next = real<ssize_t(int, const void*, size_t, off64_t)>("pwrite64");
  const Call call(Kind::write, "pwrite", nullptr, file);
  return made(call, [&] { return next(file, bytes, call.allowed(size), at); });
}

ssize_t read(int file, void* bytes, size_t size) {
  static auto* const next = real<ssize_t(int, void*, size_t)>("read");
  const Call call(Kind::read, "read", nullptr, file);
  return made(call, [&] { return next(file, bytes, call.allowed(size)); });
}

ssize_t pread(int file, void* bytes, size_t size, off_t at) {
  static auto* const next = real<ssize_t(int, void*, size_t, off_t)>("pread");
  const Call call(Kind::read, "pread", nullptr, file);
  return made(call, [&] { return next(file, bytes, call.allowed(size), at); });
}

ssize_t pread64(int file, void* bytes, size_t size, off64_t at) {
  static auto* const next = real<ssize_t(int, void*, size_t, off64_t)>("pread64");
  const Call call(Kind::read, "pread", nullptr, file);
  return made(call, [&] { return next(file, bytes, call.allowed(size), at); });
}

/// A file that ends is mapped as another one, which has no bytes: whoever touches these gets
/// SIGBUS.
void* mmap(void* where, size_t size, int rights, int flags, int file, off_t at) noexcept {
  static auto* const next = real<void*(void*, size_t, int, int, int, off_t)>("mmap");
  if (file < 0) return next(where, size, rights, flags, file, at);
  const Call call(Kind::read, "mmap", nullptr, file);
  if (call.failure() != 0) {
    errno = call.failure();
    return MAP_FAILED;
  }
  if (call.allowed(size) == size) return next(where, size, rights, flags, file, at);
  const int empty = ::memfd_create("no bytes", MFD_CLOEXEC);
  void* const mapped = next(where, size, rights, flags, empty, 0);
  ::close(empty);
  return mapped;
}

int fsync(int file) {
  static auto* const next = real<int(int)>("fsync");
  return made(Call(Kind::sync, "fsync", nullptr, file), [&] { return next(file); });
}

int fdatasync(int file) {
  static auto* const next = real<int(int)>("fdatasync");
  return made(Call(Kind::sync, "fdatasync", nullptr, file), [&] { return next(file); });
}

int ftruncate(int file, off_t size) noexcept {
  static auto* const next = real<int(int, off_t)>("ftruncate");
  return made(Call(Kind::truncate, "ftruncate", nullptr, file), [&] { return next(file, size); });
}

int ftruncate64(int file, off64_t size) noexcept {
  static auto* const next = real<int(int, off64_t)>("ftruncate64");
  return made(Call(Kind::truncate, "ftruncate", nullptr, file), [&] { return next(file, size); });
}

int rename(const char* from, const char* to) noexcept {
  static auto* const next = real<int(const char*, const char*)>("rename");
  return made(Call(Kind::name, "rename", to, -1), [&] { return next(from, to); });
}

int link(const char* from, const char* to) noexcept {
  static auto* const next = real<int(const char*, const char*)>("link");
  return made(Call(Kind::name, "link", to, -1), [&] { return next(from, to); });
}

int mkdir(const char* path, mode_t mode) noexcept {
  static auto* const next = real<int(const char*, mode_t)>("mkdir");
  return made(Call(Kind::name, "mkdir", path, -1), [&] { return next(path, mode); });
}

int unlink(const char* path) noexcept {
  static auto* const next = real<int(const char*)>("unlink");
  return made(Call(Kind::remove, "unlink", path, -1), [&] { return next(path); });
}

int remove(const char* path) noexcept {
  static auto* const next = real<int(const char*)>("remove");
  return made(Call(Kind::remove, "remove", path, -1), [&] { return next(path); });
}

int rmdir(const char* path) noexcept {
  static auto* const next = real<int(const char*)>("rmdir");
  return made(Call(Kind::remove, "rmdir", path, -1), [&] { return next(path); });
}

}  // extern "C"
