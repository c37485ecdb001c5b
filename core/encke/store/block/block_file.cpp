#include <algorithm>
#include <array>
#include <charconv>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/store/block/block_file.hpp>

namespace encke::store {
namespace {

constexpr int header_fields = 5;

template <class T>
bool parse(const std::string& text, T& value, int base = 10) {
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value, base);
  return result.ec == std::errc() && result.ptr == end;
}

std::string hexadecimal(std::uint64_t value) {
  std::array<char, 16> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16).ptr;
  const std::string s(digits.data(), end);
  return std::string(16 - s.size(), '0') + s;
}

}  // namespace

std::string block_name(Index run, Index rank) {
  return "run-" + std::to_string(run) + "-rank-" + std::to_string(rank);
}

std::string text(const BlockFile& file) {
  std::string line = file.name;
  for (const Index number : {file.bytes, file.tiles, file.hits}) {
    line.append(1, '\t').append(std::to_string(number));
  }
  return line.append(1, '\t').append(hexadecimal(file.checksum));
}

std::optional<BlockFile> block_file_in(const std::string& text) {
  std::array<std::string, header_fields> field;
  std::size_t begin = 0;
  int count = 0;
  while (count < header_fields) {
    const std::size_t end = std::min(text.find('\t', begin), text.size());
    field[static_cast<std::size_t>(count++)] = text.substr(begin, end - begin);
    begin = end + 1;
    if (end == text.size()) break;
  }
  BlockFile file;
  file.name = field[0];
  const bool good = count == header_fields && begin == text.size() + 1 && !file.name.empty() &&
                    file.name.find('/') == std::string::npos && parse(field[1], file.bytes) &&
                    parse(field[2], file.tiles) && parse(field[3], file.hits) &&
                    field[4].size() == 16 && parse(field[4], file.checksum, 16);
  if (!good || file.bytes < 0 || file.tiles < 0 || file.hits < 0) return std::nullopt;
  return file;
}

BlockFile block_file_from(const std::string& text) {
  if (auto file = block_file_in(text)) return *file;
  throw Error(Failure::internal, in_quotes(text, 100) + " does not describe a block file");
}

}  // namespace encke::store
