#pragma once

#include <encke/file/input_file.hpp>
#include <string_view>
#include <vector>

namespace encke::io {

/// Reads a text file line by line, in bounded memory but for the longest line. Lines end in LF or
/// CRLF; the last one may have no end. A byte order mark of UTF-8 at the begin is left out.
class LineReader {
 public:
  /// From the begin of the file, whose digest takes in what is read.
  explicit LineReader(InputFile& file) : file_(file), buffer_(1 << 18) {}
  /// From the line that begins at byte `offset` and is preceded by `lines` lines; apart from the
  /// file's digest.
  LineReader(InputFile& file, Index offset, Index lines)
      : file_(file), apart_(true), read_to_(offset), buffer_(1 << 18), number_(lines) {}

  /// Moves to the next line; false at the end of the file. Throws Error(read).
  bool next();
  /// The line, without its end; valid until next().
  std::string_view line() const { return line_; }
  /// Number of the line, from 1.
  Index number() const { return number_; }
  /// Byte of the file at which the next line begins.
  Index offset() const { return read_to_ - static_cast<Index>(end_ - begin_); }

 private:
  bool refill();

  InputFile& file_;
  bool apart_ = false;  // from the digest
  Index read_to_ = 0;   // byte of the file
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // of what has not been handed out
  std::size_t end_ = 0;
  std::string_view line_;
  Index number_ = 0;
};

/// Columns of a line that are separated by any blanks and tabs. Stores the first of them in
/// `columns`, as many as fit, and returns the number of columns that were stored.
std::size_t split_blanks(std::string_view line, std::span<std::string_view> columns);

}  // namespace encke::io
