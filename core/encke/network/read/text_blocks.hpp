#pragma once

#include <encke/file/file_digest.hpp>
#include <encke/file/file_record.hpp>
#include <encke/file/input_file.hpp>
#include <encke/file/plain_bytes.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace encke::network {

/// Whole lines of a text, a quarter of a MiB at a time: of a file, which may be compressed, or of
/// standard input. A byte order mark of UTF-8 at the begin is left out.
class TextBlocks {
 public:
  /// `path` "-": standard input. Throws as io::InputFile() and io::PlainBytes().
  explicit TextBlocks(const std::string& path);

  /// The next lines, each with its line feed; nothing at the end. Valid until the next call.
  /// Throws Error(read); MalformedInput where what is compressed is damaged, where a line is longer
  /// than 64 MiB, and where the last line has no line feed, as a file that was cut. `lines_before`:
  /// lines of all blocks so far.
  std::optional<std::string_view> next(Index lines_before);

  /// Bytes of the file as it is stored; 0: of standard input.
  Index bytes() const { return file_ ? file_->size() : 0; }
  const std::string& path() const { return path_; }
  /// To be called at the end.
  io::FileRecord record();

 private:
  std::size_t read(std::span<std::byte> bytes);

  std::string path_;
  std::optional<io::InputFile> file_;
  std::optional<io::PlainBytes> plain_;
  io::FileDigest digest_;  // of standard input
  Index bytes_ = 0;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // of what follows the lines handed out
  std::size_t end_ = 0;
  bool first_ = true;
};

}  // namespace encke::network
