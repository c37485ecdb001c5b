#pragma once

#include <cstddef>
#include <cstdint>
#include <encke/base/index.hpp>
#include <encke/file/posix_file.hpp>
#include <span>
#include <string>
#include <vector>

namespace encke::io {

/// A temporary file of rows of two-bit codes, made of an input that cannot be read in parts. It
/// goes with this object. Its name is PATH.tmp-MARK-PID: where the process is killed, the next one
/// of this PATH removes it.
class TemporaryRows {
 public:
  /// Throws Error(open), Error(write).
  explicit TemporaryRows(const std::string& path);
  TemporaryRows(const TemporaryRows&) = delete;
  TemporaryRows& operator=(const TemporaryRows&) = delete;
  ~TemporaryRows();

  /// Appends a row. Throws Error(write).
  void add(std::span<const std::uint8_t> row);
  /// Writes what is left. To be called after the last row. Throws Error(write).
  void finish();
  /// Takes the name away: who has the file open still reads it, and nothing can be left of it.
  void remove_name();

  const std::string& path() const { return file_.path(); }
  Index bytes() const { return bytes_; }

 private:
  void flush();

  PosixFile file_;
  std::vector<std::uint8_t> buffer_;
  Index bytes_ = 0;
  bool named_ = true;
};

}  // namespace encke::io
