#include <algorithm>
#include <cstring>
#include <encke/base/error.hpp>
#include <encke/file/line_reader.hpp>
#include <new>
#include <span>

namespace encke::io {

/// The buffer of a small file is small.
LineReader::LineReader(InputFile& file, bool apart) : path_(file.path()), bytes_(file, apart) {
  grow(std::min(std::size_t{1} << 18, idx(32 * (file.size() + 1))));
}

void LineReader::grow(std::size_t bytes) {
  void* const larger = std::realloc(buffer_.get(), bytes);
  if (larger == nullptr) throw std::bad_alloc();
  (void)buffer_.release();
  buffer_.reset(static_cast<char*>(larger));
  size_ = bytes;
}

// Moves what is left to the front and reads more behind it; false at the end of the file.
bool LineReader::refill() {
  std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (end_ == size_) {
    if (bytes_.packed() && end_ >= PlainBytes::most_at_once) {
      throw MalformedInput({.file = path_, .line = number_ + 1}, "a line of more than 2 GiB");
    }
    grow(2 * size_);
  }
  const std::span<char> free(buffer_.get() + end_, size_ - end_);
  const std::size_t done = bytes_.read(std::as_writable_bytes(free));
  end_ += done;
  return done > 0;
}

void LineReader::move_to(Index offset, Index lines) {
  number_ = lines;
  if (offset >= this->offset() && offset <= bytes_.position()) {  // it has been read
    begin_ = end_ - static_cast<std::size_t>(bytes_.position() - offset);
    return;
  }
  begin_ = end_ = 0;
  bytes_.seek(offset);
}

bool LineReader::next() {
  std::size_t length = 0;
  const void* newline = nullptr;
  while (true) {
    newline = std::memchr(buffer_.get() + begin_ + length, '\n', end_ - begin_ - length);
    if (newline != nullptr) break;
    length = end_ - begin_;
    if (!refill()) break;
  }
  if (newline == nullptr && length == 0) return false;
  const char* const start = buffer_.get() + begin_;
  if (newline != nullptr) {
    length = static_cast<std::size_t>(static_cast<const char*>(newline) - start);
  }
  begin_ += length + (newline == nullptr ? 0 : 1);
  line_ = {start, length};
  if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (++number_ == 1 && line_.starts_with(byte_order_mark)) {
    line_.remove_prefix(byte_order_mark.size());
  }
  return true;
}

std::size_t split_blanks(std::string_view line, std::span<std::string_view> columns) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  const char* at = line.data();
  const char* const end = at + line.size();
  std::size_t found = 0;
  while (found < columns.size()) {
    while (at < end && is_blank(*at)) ++at;
    if (at == end) break;
    const char* const begin = at;
    while (at < end && !is_blank(*at)) ++at;
    columns[found++] = {begin, static_cast<std::size_t>(at - begin)};
  }
  return found;
}

}  // namespace encke::io
