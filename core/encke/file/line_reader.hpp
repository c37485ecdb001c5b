#pragma once

#include <cstdlib>
#include <encke/file/plain_bytes.hpp>
#include <memory>
#include <string>
#include <string_view>

namespace encke::io {

/// Reads a text file, which may be compressed (see PlainBytes), line by line, in bounded memory but
/// for the longest line. Lines end in LF or CRLF; the last one may have no end. A byte order mark
/// of UTF-8 at the begin is left out.
class LineReader {
 public:
  /// From the begin of the file, whose digest takes in what is read. Throws as PlainBytes().
  explicit LineReader(InputFile& file) : LineReader(file, false) {}
  /// From the line that begins at byte `offset` of the text and is preceded by `lines` lines; apart
  /// from the file's digest. Throws as PlainBytes() and move_to().
  LineReader(InputFile& file, Index offset, Index lines) : LineReader(file, true) {
    move_to(offset, lines);
  }

  /// Moves to the next line; false at the end of the file. Throws Error(read); MalformedInput where
  /// compressed data are damaged, or hold a line of more than PlainBytes::most_at_once.
  bool next();
  /// next() goes on at such a line. In a compressed file it is cheap to go on, but going back reads
  /// it from its begin. Only of a reader apart from the digest. Throws as next().
  void move_to(Index offset, Index lines);
  /// The line, without its end; valid until next().
  std::string_view line() const { return line_; }
  /// Number of the line, from 1.
  Index number() const { return number_; }
  /// Byte of the text at which the next line begins.
  Index offset() const { return bytes_.position() - static_cast<Index>(end_ - begin_); }

 private:
  LineReader(InputFile& file, bool apart);
  bool refill();
  void grow(std::size_t bytes);

  struct Free {
    void operator()(char* memory) const { std::free(memory); }
  };

  std::string path_;
  PlainBytes bytes_;
  /// Not a vector: to let that grow takes both buffers at once, and it would clear the new one, of
  /// which a long line may need little.
  std::unique_ptr<char[], Free> buffer_;
  std::size_t size_ = 0;   // of the buffer
  std::size_t begin_ = 0;  // of what has not been handed out
  std::size_t end_ = 0;
  std::string_view line_;
  Index number_ = 0;
};

/// Columns of a line that are separated by any blanks and tabs. Stores the first of them in
/// `columns`, as many as fit, and returns the number of columns that were stored.
std::size_t split_blanks(std::string_view line, std::span<std::string_view> columns);

}  // namespace encke::io
