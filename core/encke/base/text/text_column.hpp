#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace encke {

/// Many short texts, one after the other in one piece of memory.
class TextColumn {
 public:
  void add(std::string_view text) {
    bytes_ += text;
    ends_.push_back(bytes_.size());
  }

  std::size_t size() const { return ends_.size(); }
  bool empty() const { return ends_.empty(); }
  /// 0 <= i < size().
  std::string_view operator[](std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::string_view(bytes_).substr(begin, ends_[i] - begin);
  }
  /// Bytes of memory.
  std::int64_t bytes() const {
    return static_cast<std::int64_t>(bytes_.capacity() + ends_.capacity() * sizeof(ends_[0]));
  }
  /// Bytes of the longest text.
  std::size_t longest() const {
    std::size_t most = 0;
    for (std::size_t i = 0; i < size(); ++i) most = std::max(most, (*this)[i].size());
    return most;
  }

  friend bool operator==(const TextColumn&, const TextColumn&) = default;

 private:
  std::string bytes_;
  std::vector<std::uint64_t> ends_;
};

}  // namespace encke
