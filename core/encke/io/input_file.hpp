#pragma once

#include <cstddef>
#include <encke/base/byte_hash.hpp>
#include <encke/base/posix_file.hpp>
#include <encke/io/dataset.hpp>
#include <span>
#include <string>

namespace encke::io {

/// A regular file opened for reading, which keeps a digest of what is read from front to back.
class InputFile {
 public:
  /// Throws Error(open) where the file cannot be opened or is not a regular file (a directory, a
  /// pipe): readers need its size, and most read it twice.
  explicit InputFile(const std::string& path);

  const std::string& path() const { return file_.path(); }
  Index size() const { return size_; }

  /// Reads the next bytes of the file into the front of `bytes`, as many as there are and fit.
  /// Returns how many. Throws Error(read).
  std::size_t read_next(std::span<std::byte> bytes);
  /// Fills `bytes` from `offset` on, apart from read_next(). Throws Error(read).
  void read_at(Index offset, std::span<std::byte> bytes) const { file_.read_at(offset, bytes); }

  /// Path, size and digest of the whole file; reads what read_next() has not yet. Throws
  /// Error(read).
  FileRecord record();

 private:
  PosixFile file_;
  Index size_;
  Index next_ = 0;
  ByteHash hash_;
};

}  // namespace encke::io
