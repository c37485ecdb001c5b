#pragma once

#include <encke/base/index.hpp>
#include <encke/file/posix_file.hpp>
#include <string>

namespace encke::io {

/// For lists, which are read once: what a pipe has, as a file that can be opened. Of all other
/// paths it is the path itself.
///
/// A pipe without a name, as a shell's <(command) makes it, is read to its end, into memory. Pipes
/// with a name are left to who opens them, and refused there: several ranks would each get some.
class PipeCopy {
 public:
  /// Bytes of a list that may come from a pipe.
  static constexpr Index most_bytes = Index{1} << 30;

  /// Waits for whoever writes into the pipe. Throws Error(read), Error(write), Error(open), and
  /// Error(inconsistent) above `most_bytes`.
  explicit PipeCopy(const std::string& path);
  ~PipeCopy();
  PipeCopy(const PipeCopy&) = delete;
  PipeCopy& operator=(const PipeCopy&) = delete;

  /// What to open, while this object lives.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  int descriptor_ = -1;  ///< of the copy
};

}  // namespace encke::io
