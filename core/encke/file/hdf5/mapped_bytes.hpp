#pragma once

#include <cstddef>
#include <encke/file/posix_file.hpp>
#include <span>

namespace encke::io {

/// How the bytes of a file are held; `mapped` only in a process that reads it and nothing else.
enum class FileBytes { copied, mapped };

/// The bytes of a file where the system has them, without a copy of our own. Whoever cuts the file
/// meanwhile ends this process: only for one that reads a file and nothing else.
class MappedBytes {
 public:
  /// Throws Error(read).
  explicit MappedBytes(const PosixFile& file);
  MappedBytes(const MappedBytes&) = delete;
  MappedBytes& operator=(const MappedBytes&) = delete;
  ~MappedBytes();

  std::span<const std::byte> all() const { return {begin_, size_}; }

 private:
  std::byte* begin_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace encke::io
