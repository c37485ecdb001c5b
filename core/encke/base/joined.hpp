#pragma once

#include <array>
#include <cstddef>

namespace encke {

/// The elements of two arrays, one after the other.
template <class T, std::size_t n, std::size_t m>
constexpr std::array<T, n + m> joined(const std::array<T, n>& first,
                                      const std::array<T, m>& second) {
  std::array<T, n + m> all{};
  for (std::size_t i = 0; i < n; ++i) all[i] = first[i];
  for (std::size_t i = 0; i < m; ++i) all[n + i] = second[i];
  return all;
}

}  // namespace encke
