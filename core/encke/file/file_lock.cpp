#include <encke/file/file_lock.hpp>
#include <utility>

namespace encke::store {

bool FileLock::try_lock(const PosixFile& file) { return file.try_lock() != PosixFile::Lock::held; }

std::optional<FileLock> FileLock::try_lock(const std::string& path) {
  for (;;) {
    FileLock lock;
    lock.file_ = PosixFile::open_or_create(path);
    if (!try_lock(lock.file_)) return std::nullopt;
    // Who had the lock before may have removed the file, and another may hold one of this name.
    if (lock.file_.has_its_name()) return lock;
  }
}

}  // namespace encke::store
