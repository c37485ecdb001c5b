#pragma once

#include <cstddef>
#include <encke/base/byte_hash.hpp>
#include <encke/io/tree/biom.hpp>
#include <encke/io/tree/hdf5_matrix.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

// A table or a matrix, or why there is none, on its way through a pipe between two processes of one
// program.

namespace encke::io::detail {

/// What a process that serves says first, before it has looked at the file.
inline constexpr std::string_view greeting = "ENCKEH5\n";

/// Writes to a descriptor. Everything throws std::runtime_error where no one reads.
class PipeWriter {
 public:
  explicit PipeWriter(int descriptor) : descriptor_(descriptor) {}
  void greet() { write(std::as_bytes(std::span(greeting))); }
  void table(const SparseTable& table);
  /// A matrix: what is known of it, its rows, and its end.
  void begin(const MatrixHead& head);
  void row(std::span<const double> row);
  void finish() { end(); }
  /// Instead of a table, a matrix or a row.
  void failure(int code, const std::string& message);

 private:
  void write(std::span<const std::byte> bytes);
  void number(std::int64_t value);
  void text(const std::string& text);
  void texts(const std::vector<std::string>& all);
  void record(const FileRecord& file);
  template <class T>
  void numbers(std::span<const T> all);
  void end();

  int descriptor_;
  ByteHash hash_;
};

/// What came through a pipe is not what a PipeWriter writes, or ended early.
class BrokenPipe : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads from a descriptor what a PipeWriter writes; memory is taken as the bytes come.
class PipeReader {
 public:
  PipeReader(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}
  /// True if the greeting comes.
  bool is_greeted();
  /// Throw BrokenPipe; Error, as the other process says; matrix() also what `taker` throws.
  SparseTable table();
  void matrix(const MatrixTaker& taker);

 private:
  std::size_t read_some(std::span<std::byte> bytes);
  void read(std::span<std::byte> bytes);
  std::int64_t number();
  std::string text();
  std::vector<std::string> texts();
  FileRecord record();
  template <class T>
  std::vector<T> numbers();
  void expect_no_failure();
  void end();

  int descriptor_;
  std::string path_;
  ByteHash hash_;
};

}  // namespace encke::io::detail
