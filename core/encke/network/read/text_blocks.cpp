#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <encke/base/error.hpp>
#include <encke/network/read/text_blocks.hpp>
#include <system_error>

namespace encke::network {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 18;  // at a time: what near caches hold
constexpr std::size_t longest_line = std::size_t{64} << 20;

std::size_t read_standard_input(std::span<std::byte> bytes) {
  while (true) {
    const ssize_t found = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (found >= 0) return static_cast<std::size_t>(found);
    if (errno != EINTR) {
      throw Error(Failure::read,
                  "cannot read standard input: " + std::generic_category().message(errno));
    }
  }
}

bool is_packed(std::string_view text) {
  return text.starts_with("\x1f\x8b") || text.starts_with("\x28\xb5\x2f\xfd");
}

}  // namespace

TextBlocks::TextBlocks(const std::string& path) : path_(path == "-" ? "standard input" : path) {
  std::size_t bytes = most_bytes;
  if (path != "-") {
    file_.emplace(path);
    plain_.emplace(*file_, false);
    bytes = std::min(most_bytes, idx(32 * (file_->size() + 1)));
  }
  buffer_.resize(std::bit_ceil(bytes));  // see LineReader
}

std::size_t TextBlocks::read(std::span<std::byte> bytes) {
  if (plain_) return plain_->read(bytes);
  const std::size_t found = read_standard_input(bytes);
  digest_.add(bytes.first(found));
  bytes_ += static_cast<Index>(found);
  return found;
}

std::optional<std::string_view> TextBlocks::next(Index lines_before) {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  while (true) {
    if (end_ == buffer_.size()) {
      if (end_ >= longest_line) {
        throw MalformedInput({.file = path_, .line = lines_before + 1},
                             "a line of more than 64 MiB");
      }
      buffer_.resize(2 * buffer_.size());
    }
    const auto free = std::as_writable_bytes(std::span(buffer_)).subspan(end_);
    const std::size_t found = read(free);
    const std::string_view fresh(buffer_.data() + end_, found);
    end_ += found;
    const auto feed = fresh.rfind('\n');
    if (feed != std::string_view::npos) {
      begin_ = end_ - found + feed + 1;
      break;
    }
    if (found > 0) continue;
    if (end_ == 0) return std::nullopt;
    throw MalformedInput({.file = path_, .line = lines_before + 1},
                         "the last line has no end; the file may have been cut");
  }
  std::string_view block(buffer_.data(), begin_);
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (first_ && !plain_ && is_packed(block)) {
    throw Error(Failure::inconsistent,
                "standard input is compressed; decompress it before, or name the file");
  }
  if (first_ && block.starts_with(byte_order_mark)) block.remove_prefix(byte_order_mark.size());
  first_ = false;
  return block;
}

io::FileRecord TextBlocks::record() {
  if (file_) return file_->record();
  return {"-", bytes_, io::FileDigest::text(digest_.sum(), bytes_)};
}

}  // namespace encke::network
