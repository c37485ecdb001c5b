#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace encke::network {

/// Where the tabs and line feeds of whole lines are: found for some KiB at a time, all bytes of a
/// register at once.
class Separators {
 public:
  /// Begins with lines, each of which has its line feed; they must stay where they are.
  void start(std::string_view lines) {
    text_ = lines.data();
    end_ = lines.size();
    done_ = next_ = last_ = 0;
  }

  /// The columns of the line that begins at `line`, the next one; a carriage return before the line
  /// feed is left out. The first ones go to `cells`, as many as it has; `found` is how many there
  /// are. Returns where the next line begins.
  const char* split_line(const char* line, std::span<std::string_view> cells, std::size_t& found) {
    const char* begin = line;
    std::size_t count = 0;
    while (true) {
      if (next_ == last_) find_more();
      const char* const at = text_ + places_[next_++];
      auto size = static_cast<std::size_t>(at - begin);
      const bool is_last = *at == '\n';
      if (is_last && size > 0 && at[-1] == '\r') --size;
      if (count < cells.size()) cells.data()[count] = {begin, size};
      ++count;
      begin = at + 1;
      if (is_last) break;
    }
    found = count;
    return begin;
  }

 private:
  static constexpr std::size_t together = 8192;  ///< bytes, each of which may be a separator
  void find_more();

  const char* text_ = nullptr;
  std::size_t end_ = 0;
  std::size_t done_ = 0;  ///< bytes that were looked at
  std::size_t next_ = 0;
  std::size_t last_ = 0;
  std::array<std::uint32_t, together> places_{};
};

}  // namespace encke::network
