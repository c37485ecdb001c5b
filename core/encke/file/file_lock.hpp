#pragma once

#include <encke/file/posix_file.hpp>
#include <optional>
#include <string>

namespace encke::store {

/// The right to change something, held by one process at a time and given back when this object
/// or the process ends, however it ends. On file systems without locks everyone gets it.
class FileLock {
 public:
  FileLock() = default;

  /// Locks `path`, which is created where it is not there. Nothing where someone else has it.
  /// Throws Error(open).
  static std::optional<FileLock> try_lock(const std::string& path);
  /// The same for an open file, which has the lock until it is closed. False where someone else
  /// has it.
  static bool try_lock(const PosixFile& file);

 private:
  PosixFile file_;
};

}  // namespace encke::store
