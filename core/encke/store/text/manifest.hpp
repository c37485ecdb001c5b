#pragma once

#include <encke/base/byte_hash.hpp>
#include <encke/file/posix_file.hpp>
#include <encke/store/block/block_file.hpp>
#include <encke/store/text/identity.hpp>
#include <span>
#include <string>
#include <vector>

namespace encke::store {

/// What a manifest says.
struct ManifestContent {
  Identity identity;
  std::vector<BlockFile> files;
  Index bytes = 0;    ///< of the good lines
  ByteHash hash;      ///< of the good lines
  bool torn = false;  ///< an append that was cut short follows them
  /// Which line is not as it was written, where one is: it and all that follow are left out.
  std::string damage;
};

/// The list of the finished block files of a run, the truth about it. Text; each line ends with
/// a tab and 16 hexadecimal digits: the hash of all that precedes them in the file, so that no
/// line can be changed, left out or moved.
class Manifest {
 public:
  /// Reads `path`. A last line that is not whole is left out: its append was cut short.
  /// Throws Error(open, read); Error(checksum), with the line, where any other line is not as it
  /// was written; Error(inconsistent) on another format version.
  static ManifestContent read(const std::string& path);

  /// The same where lines of the list of files are damaged: `damage` then says so. Throws
  /// Error(checksum) only where the identity is not whole.
  static ManifestContent read_good_lines(const std::string& path);

  /// Writes a manifest under a temporary name, then gives it its name, replacing what had it.
  /// Throws Error(open, write).
  static void create(const std::string& path, const Identity& identity,
                     std::span<const BlockFile> files = {});

  /// Opens a manifest to append to it; cuts off a torn last line. Throws as read() and
  /// Error(write).
  static Manifest open(const std::string& path);

  const Identity& identity() const { return content_.identity; }
  const std::vector<BlockFile>& files() const { return content_.files; }

  /// One write, on the device when it returns. Throws Error(write); the lines are then not there.
  void append(std::span<const BlockFile> files);
  void append(const BlockFile& file) { append({&file, 1}); }

 private:
  PosixFile file_;
  ManifestContent content_;
};

}  // namespace encke::store
