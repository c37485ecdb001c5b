#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <encke/base/error.hpp>
#include <encke/file/posix_file.hpp>
#include <limits>
#include <system_error>
#include <utility>

namespace encke {
namespace {

/// Number of LateSyncs; 0: none.
std::atomic<double> syncs_from = 0;

double nanoseconds_now() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<double>(std::chrono::nanoseconds(since).count());
}

constexpr int file_mode = 0666;  // less the umask

[[noreturn]] void fail(Failure failure, const std::string& path, const char* what, int reason) {
  throw Error(failure, path + ": " + what + ": " + std::generic_category().message(reason));
}

/// Repeats `call(done)`, which transfers some of `size` bytes, until all are. Returns the number
/// of bytes transferred, less than `size` only where a call transferred none.
/// Throws what `on_error(errno)` throws.
template <class Call, class OnError>
std::size_t transfer(std::size_t size, Call call, OnError on_error) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t step = call(done);
    if (step < 0 && errno == EINTR) continue;
    if (step < 0) on_error(errno);
    if (step == 0) break;
    done += static_cast<std::size_t>(step);
  }
  return done;
}

/// The same for a write; a file system that takes none of the bytes without a reason is an error.
template <class Call>
void write_all(const std::string& path, std::size_t size, Call call) {
  const std::size_t done =
      transfer(size, call, [&](int reason) { fail(Failure::write, path, "cannot write", reason); });
  if (done == size) return;
  throw Error(Failure::write, path + ": cannot write: " + std::to_string(done) + " of " +
                                  std::to_string(size) + " bytes were taken");
}

/// The type of what is at `path`, following links; 0 where there is nothing.
mode_t type_at(const std::string& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) == 0) return status.st_mode & S_IFMT;
  if (errno == ENOENT || errno == ENOTDIR) return 0;
  fail(Failure::open, path, "cannot tell whether it exists", errno);
}

}  // namespace

Failure failure_to_create(int reason) {
  const bool disk = reason == ENOSPC || reason == EDQUOT || reason == EIO;
  return disk ? Failure::write : Failure::open;
}

PosixFile::PosixFile(int descriptor, std::string path)
    : descriptor_(descriptor), path_(std::move(path)) {}

PosixFile PosixFile::open_to_read(const std::string& path) {
  // O_NONBLOCK: a pipe that no one writes to would never be opened; files are read as ever
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) fail(Failure::open, path, "cannot open", errno);
  return PosixFile(descriptor, path);
}

PosixFile PosixFile::open_to_change(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) fail(failure_to_create(errno), path, "cannot open", errno);
  return PosixFile(descriptor, path);
}

PosixFile PosixFile::create_new(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, file_mode);
  if (descriptor < 0) fail(failure_to_create(errno), path, "cannot create", errno);
  return PosixFile(descriptor, path);
}

PosixFile PosixFile::open_or_create(const std::string& path) {
  // A link may point to where nothing is yet, or to a file of someone else.
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, file_mode);
  if (descriptor >= 0) return PosixFile(descriptor, path);
  if (errno == ENOENT) throw NoDirectory(Failure::open, path + ": there is no such directory");
  fail(failure_to_create(errno), path, "cannot open", errno);
}

PosixFile PosixFile::create_unique(const std::string& stem) {
  const std::string base = stem + "-" + std::to_string(::getpid());
  std::string path = base;
  // A run that was killed may have left the name behind, and process ids repeat.
  for (int attempt = 1; attempt <= 1000; ++attempt) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, file_mode);
    if (descriptor >= 0) return PosixFile(descriptor, std::move(path));
    if (errno != EEXIST) fail(failure_to_create(errno), path, "cannot create", errno);
    path = base + "-" + std::to_string(attempt);
  }
  fail(Failure::open, path, "cannot create", EEXIST);
}

PosixFile::PosixFile(PosixFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), path_(std::move(other.path_)) {}

PosixFile& PosixFile::operator=(PosixFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(path_, other.path_);
  return *this;
}

PosixFile::~PosixFile() {
  if (is_open()) ::close(descriptor_);
}

void PosixFile::write(std::span<const std::byte> bytes) {
  const auto call = [&](std::size_t done) {
    return ::write(descriptor_, bytes.data() + done, bytes.size() - done);
  };
  write_all(path_, bytes.size(), call);
}

void PosixFile::write_at(Index offset, std::span<const std::byte> bytes) {
  const auto call = [&](std::size_t done) {
    return ::pwrite(descriptor_, bytes.data() + done, bytes.size() - done,
                    static_cast<off_t>(offset) + static_cast<off_t>(done));
  };
  write_all(path_, bytes.size(), call);
}

void PosixFile::read_at(Index offset, std::span<std::byte> bytes) const {
  const auto call = [&](std::size_t done) {
    return ::pread(descriptor_, bytes.data() + done, bytes.size() - done,
                   static_cast<off_t>(offset) + static_cast<off_t>(done));
  };
  const std::size_t done = transfer(
      bytes.size(), call, [&](int reason) { fail(Failure::read, path_, "cannot read", reason); });
  if (done < bytes.size()) {
    throw Error(Failure::read, path_ + ": the file ends at byte " +
                                   std::to_string(offset + static_cast<Index>(done)) +
                                   ", expected at least " +
                                   std::to_string(offset + static_cast<Index>(bytes.size())));
  }
}

Index PosixFile::size() const {
  struct stat status = {};
  if (::fstat(descriptor_, &status) != 0) fail(Failure::read, path_, "cannot read", errno);
  return status.st_size;
}

void PosixFile::resize(Index bytes) {
  while (::ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0) {
    if (errno != EINTR) fail(Failure::write, path_, "cannot set the size", errno);
  }
}

bool PosixFile::sync() {
  if (LateSyncs::wait()) return false;
  sync_now();
  return true;
}

void PosixFile::sync_now() {
  while (::fsync(descriptor_) != 0) {
    if (errno != EINTR) fail(Failure::write, path_, "cannot write", errno);
  }
}

void PosixFile::close() {
  // The descriptor is gone even where close() fails; EINTR says nothing about the data.
  if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) {
    fail(Failure::write, path_, "cannot write", errno);
  }
}

PosixFile::Lock PosixFile::try_lock() const {
  while (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return Lock::held;
    if (errno != EINTR) return Lock::unknown;
  }
  return Lock::taken;
}

bool PosixFile::has_its_name() const {
  struct stat named = {};
  struct stat ours = {};
  return ::stat(path_.c_str(), &named) == 0 && ::fstat(descriptor_, &ours) == 0 &&
         named.st_dev == ours.st_dev && named.st_ino == ours.st_ino;
}

bool exists(const std::string& path) { return type_at(path) != 0; }

bool is_directory(const std::string& path) { return type_at(path) == S_IFDIR; }

std::string directory_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

Index free_bytes(const std::string& directory) {
  struct statvfs status = {};
  if (::statvfs(directory.c_str(), &status) != 0) {
    fail(Failure::open, directory, "cannot tell the free space", errno);
  }
  const double bytes = static_cast<double>(status.f_bavail) * static_cast<double>(status.f_frsize);
  constexpr Index most = std::numeric_limits<Index>::max();
  if (bytes >= static_cast<double>(most)) return most;
  return static_cast<Index>(status.f_bavail) * static_cast<Index>(status.f_frsize);
}

LateSyncs::LateSyncs(double seconds) { syncs_from = nanoseconds_now() + seconds * 1e9; }

LateSyncs::~LateSyncs() { syncs_from = 0; }

bool LateSyncs::wait() { return syncs_from > 0 && nanoseconds_now() < syncs_from; }

void sync_directory(const std::string& directory) {
  if (!LateSyncs::wait()) sync_directory_now(directory);
}

void sync_directory_now(const std::string& directory) {
  const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;  // a directory that may be written but not read cannot be synced
  int reason = EINTR;
  while (reason == EINTR) reason = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  // Some network file systems know no fsync of a directory.
  if (reason != 0 && reason != EINVAL) fail(Failure::write, directory, "cannot write", reason);
}

void rename_file(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) {
    fail(Failure::write, to, "cannot give the finished file its name", errno);
  }
}

void rename_durably(const std::string& from, const std::string& to) {
  rename_file(from, to);
  sync_directory(directory_of(to));
}

}  // namespace encke
