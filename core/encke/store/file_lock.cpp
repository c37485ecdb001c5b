#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <encke/base/error.hpp>
#include <encke/store/file_lock.hpp>
#include <utility>

namespace encke::store {
namespace {

/// False where `path` has been removed, or replaced, since `file` was opened.
bool still_named(const PosixFile& file, const std::string& path) {
  struct stat named = {};
  struct stat ours = {};
  return ::stat(path.c_str(), &named) == 0 && ::fstat(file.descriptor(), &ours) == 0 &&
         named.st_dev == ours.st_dev && named.st_ino == ours.st_ino;
}

}  // namespace

bool FileLock::try_lock(const PosixFile& file) {
  while (::flock(file.descriptor(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return false;
    if (errno != EINTR) return true;  // a file system without locks
  }
  return true;
}

std::optional<FileLock> FileLock::try_lock(const std::string& path) {
  for (;;) {
    FileLock lock;
    lock.file_ = PosixFile::open_or_create(path);
    if (!try_lock(lock.file_)) return std::nullopt;
    // Who had the lock before may have removed the file, and another may hold one of this name.
    if (still_named(lock.file_, path)) return lock;
  }
}

}  // namespace encke::store
