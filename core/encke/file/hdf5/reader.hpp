#pragma once

#include <cstddef>
#include <encke/base/index.hpp>
#include <encke/file/file_record.hpp>
#include <encke/file/hdf5/handle.hpp>
#include <encke/file/hdf5/mapped_bytes.hpp>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace encke::io {

/// All bytes of a file, read once: what the HDF5 library is given, what is checked and what the
/// digest is of are the same. The library itself takes what lies behind a file's end for zeros.
class Hdf5Bytes {
 public:
  /// `memory`: bytes that what is read may take; 0: no limit. Throws Error(open), Error(read),
  /// OutOfMemory.
  Hdf5Bytes(const std::string& path, std::int64_t memory, FileBytes how);

  const FileRecord& record() const { return record_; }
  std::span<const std::byte> all() const { return bytes_; }
  /// Throws OutOfMemory where these bytes and `more` are more than is allowed.
  void require(double more) const;

 private:
  FileRecord record_;
  std::int64_t memory_;
  std::vector<std::byte> copy_;
  std::optional<MappedBytes> mapped_;
  std::span<const std::byte> bytes_;
};

/// An HDF5 file that is read with little trust: of its data sets the HDF5 library says where they
/// are; their elements are taken from the file's bytes here, except in layouts that are rare.
class Hdf5Reader {
 public:
  /// `expected`: what the file should be, in messages. Throws MalformedInput where it is not a
  /// whole HDF5 file, and what Hdf5Bytes() throws.
  Hdf5Reader(const std::string& path, std::int64_t memory, const char* expected = "a BIOM 2 table",
             FileBytes how = FileBytes::copied);

  const FileRecord& record() const { return bytes_.record(); }
  /// Throws OutOfMemory where the file's bytes and `more` are more than is allowed.
  void require(double more) const { bytes_.require(more); }

  /// Extent of a one-dimensional data set. Throws MalformedInput where it is none, or larger than
  /// what is stored in the file can be, or where its elements lie in other files.
  Index extent(const char* name) const;
  /// Bytes of memory that all numbers or texts of a data set take at most. Throws MalformedInput.
  double held(const char* name) const;
  /// All numbers of a one-dimensional data set. Throws MalformedInput, OutOfMemory.
  std::vector<Index> integers(const char* name) const;
  /// The same, some thousand at a time. Throws what `take` throws, too.
  void integers(const char* name, const std::function<void(std::span<const Index>)>& take) const;
  std::vector<double> reals(const char* name) const;
  /// All texts of a one-dimensional data set, of fixed or variable length. Throws MalformedInput,
  /// OutOfMemory.
  std::vector<std::string> texts(const char* name) const;
  /// Rows and columns of a two-dimensional data set. Throws MalformedInput as extent().
  std::pair<Index, Index> extents(const char* name) const;
  /// Calls take(row) for each row of a two-dimensional data set of reals. Throws MalformedInput,
  /// and what `take` throws.
  void rows(const char* name, const std::function<void(std::span<const double>)>& take) const;
  /// The two numbers of an attribute of the root group. Throws MalformedInput.
  std::pair<Index, Index> pair(const char* attribute) const;

 private:
  /// Takes whole elements, in order, as they are stored.
  using Take = std::function<void(std::span<const std::byte>)>;
  struct Set;

  Hdf5Handle open_file() const;
  Set open(const char* name, int dimensions = 1) const;
  std::span<const std::byte> stored_row(const Set& set, hsize_t row, std::size_t bytes) const;
  void read_row(const Set& set, hsize_t row, std::span<double> values) const;
  void elements(const Set& set, std::size_t width, const Take& take) const;
  void contiguous(const Set& set, std::size_t width, const Take& take) const;
  void chunked(const Set& set, std::size_t width, const Take& take) const;
  std::vector<std::byte> chunk(const Set& set, hsize_t first, std::size_t bytes, bool cut) const;
  void by_library(const Set& set, std::size_t width, const Take& take) const;
  template <class T>
  void numbers(const char* name, H5T_class_t other, hid_t type,
               const std::function<void(std::span<const T>)>& take) const;
  template <class T>
  std::vector<T> all_numbers(const char* name, H5T_class_t other, hid_t type) const;
  double text_bytes(const Set& set) const;
  std::vector<std::string> variable_texts(const Set& set) const;
  [[noreturn]] void refuse(const char* name, const std::string& message) const;

  Hdf5Silence silence_;
  std::string path_;
  const char* expected_;
  Hdf5Bytes bytes_;
  Hdf5Handle file_;
};

}  // namespace encke::io
