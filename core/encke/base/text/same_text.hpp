#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace encke {

/// A word of the text at `at`.
template <class Word>
Word word_at(std::string_view text, std::size_t at) {
  Word word = 0;
  std::memcpy(&word, text.data() + at, sizeof word);
  return word;
}

/// a == b, for short texts of which many are compared: without a call.
inline bool same_text(std::string_view a, std::string_view b) {
  using Long = std::uint64_t;
  using Short = std::uint32_t;
  const std::size_t size = a.size();
  if (size != b.size()) return false;
  if (size >= 8) {
    for (std::size_t at = 0; at + 8 < size; at += 8) {
      if (word_at<Long>(a, at) != word_at<Long>(b, at)) return false;
    }
    return word_at<Long>(a, size - 8) == word_at<Long>(b, size - 8);  // some bytes again
  }
  if (size >= 4) {
    return word_at<Short>(a, 0) == word_at<Short>(b, 0) &&
           word_at<Short>(a, size - 4) == word_at<Short>(b, size - 4);
  }
  for (std::size_t at = 0; at < size; ++at) {
    if (a[at] != b[at]) return false;
  }
  return true;
}

}  // namespace encke
