#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <encke/base/error.hpp>
#include <encke/file/pipe_copy.hpp>
#include <string_view>
#include <system_error>
#include <vector>

namespace encke::io {
namespace {

[[noreturn]] void fail(Failure failure, const std::string& path, const char* what) {
  throw Error(failure, path + ": " + what + ": " + std::generic_category().message(errno));
}

bool is_unnamed_pipe(const std::string& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISFIFO(status.st_mode)) return false;
  const PosixFile pipe = PosixFile::open_to_read(path);
  constexpr std::string_view kind = "pipe:";
  char target[kind.size()];
  const std::string link = "/proc/self/fd/" + std::to_string(pipe.descriptor());
  const ssize_t size = ::readlink(link.c_str(), target, sizeof target);
  return size == std::ssize(kind) && kind == std::string_view(target, sizeof target);
}

/// The next bytes of a pipe that was opened without waiting; none at its end.
std::size_t read_some(const PosixFile& pipe, std::vector<char>& bytes) {
  while (true) {
    pollfd ready = {pipe.descriptor(), POLLIN, 0};
    if (::poll(&ready, 1, -1) < 0 && errno != EINTR) {
      fail(Failure::read, pipe.path(), "cannot read");
    }
    const ssize_t size = ::read(pipe.descriptor(), bytes.data(), bytes.size());
    if (size >= 0) return static_cast<std::size_t>(size);
    if (errno != EINTR && errno != EAGAIN) fail(Failure::read, pipe.path(), "cannot read");
  }
}

void write_all(int descriptor, const char* bytes, std::size_t size, const std::string& path) {
  while (size > 0) {
    const ssize_t step = ::write(descriptor, bytes, size);
    if (step < 0 && errno == EINTR) continue;
    if (step <= 0) fail(Failure::write, path, "cannot copy what the pipe has");
    bytes += step;
    size -= static_cast<std::size_t>(step);
  }
}

}  // namespace

PipeCopy::PipeCopy(const std::string& path) : path_(path) {
  if (!is_unnamed_pipe(path)) return;
  const PosixFile pipe = PosixFile::open_to_read(path);
  descriptor_ = ::memfd_create("list", MFD_CLOEXEC);
  if (descriptor_ < 0) fail(Failure::open, path, "cannot copy what the pipe has");
  try {
    std::vector<char> bytes(1 << 16);
    std::size_t all = 0;
    while (const std::size_t size = read_some(pipe, bytes)) {
      all += size;
      if (all > static_cast<std::size_t>(most_bytes)) {
        throw Error(Failure::inconsistent,
                    path + ": more than 1 GiB from a pipe, expected a list; write it to a file");
      }
      write_all(descriptor_, bytes.data(), size, path);
    }
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
  path_ = "/proc/self/fd/" + std::to_string(descriptor_);
}

PipeCopy::~PipeCopy() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace encke::io
