#pragma once

#include <encke/base/byte_hash.hpp>
#include <encke/base/index.hpp>
#include <encke/file/hdf5/handle.hpp>
#include <string>
#include <vector>

// HDF5 files that are written. Included by files that are compiled only where HDF5 is there.

namespace encke::io {

/// Writes data sets. HDF5 writes much of a data set no sooner than when this is closed, so that
/// every handle of something in the file is closed with a check. Types and extents are in memory
/// alone. All members throw Error(write).
class Hdf5Writer {
 public:
  /// Creates the file, or empties it.
  explicit Hdf5Writer(const std::string& path);

  /// Texts of any length, which have no NUL.
  void texts(const char* name, const std::vector<const char*>& all);
  /// Numbers of this type, in memory as in the file.
  void numbers(const char* name, hid_t type, const void* all, Index count);
  void close();

 protected:
  /// The same values give the same bytes. `chunk`: elements that lie together, of a set that grows;
  /// 0: one that does not.
  Hdf5Handle create(const char* name, hid_t type, hid_t space, Index chunk = 0);
  void check(hid_t result) const;
  const std::string& path() const { return path_; }

 private:
  Hdf5Silence silence_;
  std::string path_;
  Hdf5Handle file_;
};

/// Reads what a writer has written. All members throw Error(write) where it is something else.
class Hdf5Readback {
 public:
  explicit Hdf5Readback(const std::string& path);

  void texts(const char* name, const std::vector<const char*>& expected) const;
  /// So many numbers of this type and size, whose bytes have this hash; read in pieces.
  void numbers(const char* name, hid_t type, std::size_t size, Index count,
               const ByteHash& expected) const;

 protected:
  Hdf5Handle open(const char* name) const;
  static hsize_t points(const Hdf5Handle& set);
  void check(bool as_written) const;

 private:
  Hdf5Silence silence_;
  std::string path_;
  Hdf5Handle file_;
};

}  // namespace encke::io
