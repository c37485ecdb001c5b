#pragma once

#include <cstddef>
#include <encke/comm/communicator.hpp>
#include <encke/file/file_digest.hpp>
#include <encke/file/file_record.hpp>
#include <encke/file/posix_file.hpp>
#include <encke/schedule/slice.hpp>
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
  const PosixFile& file() const { return file_; }

  /// True if the digest has the whole file.
  bool is_digested() const { return next_ == size_; }

  /// Reads the next bytes of the file into the front of `bytes`, as many as there are and fit.
  /// Returns how many. Throws Error(read).
  std::size_t read_next(std::span<std::byte> bytes);
  /// Fills `bytes` from `offset` on, apart from read_next(). Throws Error(read).
  void read_at(Index offset, std::span<std::byte> bytes) const { file_.read_at(offset, bytes); }

  /// The same, and the digest takes in what follows the bytes that it has. Throws Error(read).
  void read_in_passing(Index offset, std::span<std::byte> bytes);

  /// Path, size and digest of the whole file; reads what is not in the digest yet.
  /// Throws Error(read).
  FileRecord record();

 private:
  PosixFile file_;
  Index size_;
  Index next_ = 0;
  FileDigest digest_;
};

/// Reads a share of the file's chunks and returns FileDigest::sum() of them. Throws Error(read).
std::uint64_t digest_share(const InputFile& file, Slice share);

/// Collective: path, size and digest of a file that all ranks have opened; each rank hashes a share
/// of it, and one rank alone only what is not in the digest yet. Throws Error(read), on all ranks.
FileRecord record_of(InputFile& file, const Communicator& world);

}  // namespace encke::io
