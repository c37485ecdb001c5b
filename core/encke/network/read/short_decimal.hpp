#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace encke::network {

/// Reads a number of at most 15 digits, with or without a sign and a point: its double is the
/// quotient of two whole numbers that doubles hold, so that it is the nearest one. False for any
/// other text, also where that is a number; `value` then stays.
inline bool read_short_decimal(std::string_view text, double& value) {
  constexpr std::array<double, 16> powers = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                             1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.size() > 16 || text.front() == '.' || text.back() == '.') return false;
  std::uint64_t digits = 0;
  std::size_t count = 0;
  std::size_t behind = 0;  // digits behind the point
  bool point = false;
  for (const char c : text) {
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    const auto digit = static_cast<unsigned>(c) - static_cast<unsigned>('0');
    if (digit > 9) return false;
    digits = 10 * digits + digit;
    ++count;
    behind += point ? 1 : 0;
  }
  if (count > 15) return false;
  const double found = static_cast<double>(digits) / powers.at(behind);
  value = negative ? -found : found;
  return true;
}

}  // namespace encke::network
