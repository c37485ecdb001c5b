#include <array>
#include <encke/base/text/printable.hpp>

namespace encke {
namespace {

/// The first character of a text, or a byte that is none.
struct Character {
  std::size_t bytes = 1;
  char32_t code = 0;
  bool good = false;
};

std::size_t bytes_after(unsigned char first) {
  if (first >= 0xf0 && first <= 0xf4) return 3;
  if (first >= 0xe0 && first < 0xf0) return 2;
  return first >= 0xc2 && first < 0xe0 ? 1 : 0;
}

Character first_of(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x80) return {1, first, true};
  const std::size_t after = bytes_after(first);
  if (after == 0 || text.size() <= after) return {};
  char32_t code = first & (0x3fU >> after);
  for (std::size_t i = 1; i <= after; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xc0U) != 0x80) return {};
    code = code << 6 | (next & 0x3fU);
  }
  constexpr std::array<char32_t, 4> least = {0, 0x80, 0x800, 0x10000};  // fewer bytes would do
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  if (code < least[after] || code > 0x10ffff || surrogate) return {};
  return {after + 1, code, true};
}

/// Control characters, ends of lines, and what turns the direction of the text around it.
bool is_harmful(char32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x200e || c == 0x200f ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

std::string hexadecimal(char32_t number, int digits) {
  std::string text;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
    text += "0123456789abcdef"[number >> shift & 15];
  }
  return text;
}

/// A character as it is shown.
std::string shown(std::string_view bytes, const Character& c) {
  if (!c.good) return "\\x" + hexadecimal(static_cast<unsigned char>(bytes.front()), 2);
  if (!is_harmful(c.code)) return std::string(bytes);
  if (c.code == '\n') return "\\n";
  if (c.code == '\r') return "\\r";
  if (c.code == '\t') return "\\t";
  return c.code < 0x20 ? "\\x" + hexadecimal(c.code, 2) : "\\u" + hexadecimal(c.code, 4);
}

/// As much of `text` as fits; takes it off its front.
std::string take_shown(std::string_view& text, std::size_t longest) {
  std::string line;
  while (!text.empty()) {
    const Character c = first_of(text);
    const std::string piece = shown(text.substr(0, c.bytes), c);
    if (line.size() + piece.size() > longest) break;
    line += piece;
    text.remove_prefix(c.bytes);
  }
  return line;
}

}  // namespace

std::string printable(std::string_view text) { return take_shown(text, std::string::npos); }

std::string printable_lines(std::string_view text) {
  std::string lines;
  for (;;) {
    const std::size_t end = text.find('\n');
    lines += printable(text.substr(0, end));
    if (end == std::string_view::npos) return lines;
    lines += '\n';
    text.remove_prefix(end + 1);
  }
}

std::string shortened(std::string_view text, std::size_t longest) {
  std::string line = take_shown(text, longest);
  return text.empty() ? line : line + "...";
}

std::string in_quotes(std::string_view text, std::size_t longest) {
  return "'" + shortened(text, longest) + "'";
}

std::string printable_message(std::string_view text) {
  constexpr std::size_t longest = 8192;  // twice the longest path, the explanation included
  constexpr std::size_t end = 1024;
  std::string line = printable(text);
  if (line.size() <= longest) return line;
  std::size_t from = line.size() - end;
  while ((static_cast<unsigned char>(line[from]) & 0xc0U) == 0x80) ++from;  // within a character
  return shortened(line, longest - end) + ' ' + line.substr(from);
}

}  // namespace encke
