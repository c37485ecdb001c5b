#include <encke/base/byte_hash.hpp>
#include <encke/file/posix_file.hpp>
#include <encke/store/text/stored_text.hpp>
#include <span>

namespace encke::store {

std::optional<std::string> contents_of(const std::string& path) {
  if (!exists(path)) return std::nullopt;
  const PosixFile file = PosixFile::open_to_read(path);
  std::string text(static_cast<std::size_t>(file.size()), '\0');
  file.read_at(0, std::as_writable_bytes(std::span(text)));
  return text;
}

std::string hash_of(std::string_view text) {
  ByteHash hash;
  hash.add(std::as_bytes(std::span(text)));
  return hash.text();
}

}  // namespace encke::store
