#pragma once

#include <cstddef>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/host/directory_listing.hpp>
#include <span>
#include <string>

namespace encke {

/// Owns an open file. Every transfer is whole: it retries short and interrupted system calls, and
/// every failure is an Error whose message names the file and gives the system's reason.
class PosixFile {
 public:
  PosixFile() = default;
  /// Opens an existing file; never waits, not even for the writer of a pipe. Throws Error(open).
  static PosixFile open_to_read(const std::string& path);
  /// Opens an existing file for reading and writing. Throws Error(open), also where `path` is a
  /// symbolic link, Error(write) as create_new.
  static PosixFile open_to_change(const std::string& path);
  /// Creates the file `path`, readable and writable. Throws Error(open), also where it exists;
  /// Error(write), as all that create, where the disk is full or broken.
  static PosixFile create_new(const std::string& path);
  /// Opens the file `path` for reading and writing, or creates it. Throws NoDirectory; Error(open),
  /// also where `path` is a symbolic link.
  static PosixFile open_or_create(const std::string& path);
  /// Creates a file that no one else has, named `stem`-PID or, where that exists, `stem`-PID-N.
  /// Readable and writable. Throws Error(open).
  static PosixFile create_unique(const std::string& stem);

  PosixFile(PosixFile&& other) noexcept;
  PosixFile& operator=(PosixFile&& other) noexcept;
  ~PosixFile();

  /// Appends all bytes at the file position. Throws Error(write).
  void write(std::span<const std::byte> bytes);
  /// Writes all bytes from `offset` on; does not move the file position. Throws Error(write).
  void write_at(Index offset, std::span<const std::byte> bytes);
  /// Fills `bytes` from `offset` on. Throws Error(read), also where the file ends before.
  void read_at(Index offset, std::span<std::byte> bytes) const;

  /// Bytes in the file. Throws Error(read).
  Index size() const;
  /// Sets the size; new bytes read as zero. Throws Error(write).
  void resize(Index bytes);
  /// Returns when the file's bytes are on the device. True then; false where LateSyncs leaves it
  /// out. Throws Error(write).
  bool sync();
  /// The same whatever LateSyncs says.
  void sync_now();
  /// Closes and reports what the system had put off. Throws Error(write).
  void close();

  /// What try_lock found. `unknown`: the file system has no locks.
  enum class Lock { taken, held, unknown };
  /// Locks the file (flock) until it is closed or the process ends, however it ends; never waits.
  /// `held`: someone else has it.
  Lock try_lock() const;
  /// False where path() has been removed, or replaced, since the file was opened.
  bool has_its_name() const;

  bool is_open() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  const std::string& path() const { return path_; }

 private:
  PosixFile(int descriptor, std::string path);

  int descriptor_ = -1;
  std::string path_;
};

/// What it is that a file or directory cannot be created, or opened to be written, for this reason
/// (errno): write where the disk is full or broken, else open.
Failure failure_to_create(int reason);

/// True if there is anything, or a directory, at `path`; links are followed. Throws Error(open)
/// where that cannot be told.
bool exists(const std::string& path);
bool is_directory(const std::string& path);

/// The directory that holds `path`: what precedes the last slash, or ".".
std::string directory_of(const std::string& path);

/// Bytes that an unprivileged user can still write in the file system of `directory`.
/// Throws Error(open).
Index free_bytes(const std::string& directory);

/// Makes what was created, renamed or removed in `directory` survive a power cut, where the file
/// system can; unless LateSyncs leaves it out. Throws Error(write).
void sync_directory(const std::string& directory);
/// The same whatever LateSyncs says.
void sync_directory_now(const std::string& directory);

/// For some seconds from when it is made, and no longer than it lives, nothing of this process is
/// brought to the device: what is written so early can be made again as fast. A power cut may cost
/// it; the end of the process, however it ends, does not. One at a time.
class LateSyncs {
 public:
  explicit LateSyncs(double seconds);
  LateSyncs(const LateSyncs&) = delete;
  LateSyncs& operator=(const LateSyncs&) = delete;
  ~LateSyncs();

  /// True while syncs are left out.
  static bool wait();
};

/// Gives `from` the name `to`, replacing what has that name. Throws Error(write).
void rename_file(const std::string& from, const std::string& to);

/// Gives `from` the name `to`, replacing what has that name, and makes this survive a power cut.
/// Both must lie in the same directory. Throws Error(write).
void rename_durably(const std::string& from, const std::string& to);

}  // namespace encke
