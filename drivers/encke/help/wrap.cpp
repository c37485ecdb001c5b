#include "wrap.hpp"

#include <algorithm>

namespace encke::cli {

std::string wrapped(std::string_view title, const std::vector<std::string>& items,
                    std::string_view separator) {
  constexpr std::size_t width = 80;
  constexpr std::string_view indent = "  ";
  const std::string_view mark = separator.substr(0, separator.find_last_not_of(' ') + 1);
  std::string text;
  std::string line(title);
  bool fresh = true;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string item = items[i] + std::string(i + 1 < items.size() ? mark : "");
    const std::size_t gap = fresh ? 0 : 1;
    if (!fresh && line.size() + gap + item.size() > width) {
      text += line + '\n';
      line = indent;
    } else if (!fresh) {
      line += ' ';
    }
    line += item;
    fresh = false;
  }
  return text + line + '\n';
}

std::string filled(std::string_view text, std::size_t width) {
  constexpr std::string_view blanks = " \n";
  std::string lines;
  std::size_t used = 0;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    if (text.empty()) return lines;
    const std::string_view word = text.substr(0, text.find_first_of(blanks));
    if (used > 0) {
      const bool fits = used + 1 + word.size() <= width;
      lines += fits ? ' ' : '\n';
      used = fits ? used + 1 : 0;
    }
    lines += word;
    used += word.size();
    text.remove_prefix(word.size());
  }
}

}  // namespace encke::cli
