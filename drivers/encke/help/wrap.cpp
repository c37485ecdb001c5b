#include "wrap.hpp"

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

}  // namespace encke::cli
