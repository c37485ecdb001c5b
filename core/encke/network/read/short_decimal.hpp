#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <encke/base/text/same_text.hpp>
#include <string_view>

namespace encke::network {
namespace short_decimal {

__extension__ using Wide = unsigned __int128;

inline constexpr std::size_t most_digits = 19;  // which 64 bits hold

/// 10^-n is bits · 2^-shift, where `bits`, whose highest bit is 1, is rounded down.
struct TenthPower {
  std::uint64_t bits;
  int shift;
};

inline constexpr std::array<TenthPower, most_digits + 1> tenth_powers = [] {
  std::array<TenthPower, most_digits + 1> all{};
  std::uint64_t ten = 1;
  for (TenthPower& power : all) {
    const int shift = 63 + std::bit_width(ten - 1);
    power = {static_cast<std::uint64_t>((Wide{1} << shift) / ten), shift};
    ten *= 10;
  }
  return all;
}();

inline constexpr std::array<double, most_digits + 1> powers = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,
    1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19};

/// Eight characters, of which the first must be in the lowest byte.
inline std::uint64_t eight_at(std::string_view text, std::size_t at) {
  static_assert(std::endian::native == std::endian::little);
  return word_at<std::uint64_t>(text, at);
}

inline bool are_digits(std::uint64_t word) {
  constexpr std::uint64_t high = 0xf0f0f0f0f0f0f0f0ULL;
  const std::uint64_t carry = ((word + 0x0606060606060606ULL) & high) >> 4;
  return ((word & high) | carry) == 0x3333333333333333ULL;
}

/// The number that eight digits are: two neighbours are joined, then four, then all.
inline std::uint64_t number_of(std::uint64_t word) {
  word = (word & 0x0f0f0f0f0f0f0f0fULL) * 2561 >> 8;
  word = (word & 0x00ff00ff00ff00ffULL) * 6553601 >> 16;
  return (word & 0x0000ffff0000ffffULL) * 42949672960001ULL >> 32;
}

inline bool append_each(std::string_view text, std::uint64_t& number) {
  for (const char c : text) {
    if (c < '0' || c > '9') return false;
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return true;
}

/// The last `count` of eight characters, with a 0 for each of the others; 0 < count <= 8.
inline std::uint64_t last_of(std::uint64_t word, std::size_t count) {
  const auto others = static_cast<int>(64 - 8 * count);
  return (word >> others << others) | (0x3030303030303030ULL & ((std::uint64_t{1} << others) - 1));
}

inline constexpr std::array<std::uint64_t, 9> tens = {
    1, 10, 100, 1000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};

/// Appends digits to a number, which must have bits for them: eight at a time, of the last eight
/// those that are left. False where there are others than digits.
inline bool append(std::string_view text, std::uint64_t& number) {
  if (text.size() < 8) return append_each(text, number);
  std::size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    const std::uint64_t word = eight_at(text, at);
    if (!are_digits(word)) return false;
    number = number * tens[8] + number_of(word);
  }
  const std::size_t left = text.size() - at;
  if (left == 0) return true;
  const std::uint64_t word = last_of(eight_at(text, text.size() - 8), left);
  number = number * tens[left] + number_of(word);
  return are_digits(word);
}

/// The double nearest to digits · 10^-behind, from a product of 128 bits that is too small by less
/// than 2 units of its upper half. False where these decide.
inline bool scale(std::uint64_t digits, std::size_t behind, double& value) {
  const int leading = std::countl_zero(digits);
  const TenthPower power = tenth_powers[behind];
  const auto upper = static_cast<std::uint64_t>((Wide{digits << leading} * power.bits) >> 64);
  const int dropped = (upper >> 63) != 0 ? 11 : 10;  // 53 bits stay
  const std::uint64_t rest = upper & ((std::uint64_t{1} << dropped) - 1);
  const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
  if (rest + 2 >= half && rest <= half) return false;
  const std::uint64_t rounded = (upper >> dropped) + (rest > half ? 1 : 0);
  const int exponent = 64 + dropped - power.shift - leading;
  const auto unit = std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52);
  value = static_cast<double>(rounded) * unit;  // exact: 2^exponent is a normal number
  return true;
}

/// A number from 0 to 1 with 8 to 16 digits behind the point, as most are: false for any other
/// text, and where scale() is.
inline bool read_share(std::string_view text, double& value) {
  if (text.size() < 10 || text.size() > 18 || text[0] != '0' || text[1] != '.') return false;
  const std::size_t count = text.size() - 2;
  const std::uint64_t first = eight_at(text, 2);
  std::uint64_t digits = number_of(first);
  if (!are_digits(first)) return false;
  if (count > 8) {
    const std::uint64_t rest = last_of(eight_at(text, text.size() - 8), count - 8);
    if (!are_digits(rest)) return false;
    digits = digits * tens[count - 8] + number_of(rest);
  }
  if (digits > std::uint64_t{1} << 53) return scale(digits, count, value);
  value = static_cast<double>(digits) / powers[count];  // both are doubles without rounding
  return true;
}

}  // namespace short_decimal

/// Reads a number of at most 19 digits, a 0 alone before the point not counted, with or without a
/// sign and a point: `value` is the nearest double. False for any other text, also where that is a
/// number, and for the few numbers (1 of 300) of which it cannot tell; `value` then stays.
inline bool read_short_decimal(std::string_view text, double& value) {
  if (short_decimal::read_share(text, value)) return true;
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  using namespace short_decimal;
  if (text.size() > most_digits + 2) return false;
  const bool is_part = text.size() > 1 && text[0] == '0' && text[1] == '.';
  const std::size_t point = is_part ? 1 : std::min(text.find('.'), text.size());
  const std::string_view before = text.substr(0, point);
  const std::string_view behind = text.substr(std::min(point + 1, text.size()));
  if (before.empty() || (point < text.size() && behind.empty())) return false;
  const std::size_t counted = before.size() == 1 && before[0] == '0' ? 0 : before.size();
  if (counted + behind.size() > most_digits) return false;
  std::uint64_t digits = 0;
  if (counted > 0 && !append(before, digits)) return false;
  if (!append(behind, digits)) return false;
  double found = 0;
  if (digits <= std::uint64_t{1} << 53 || behind.empty()) {
    found = static_cast<double>(digits) / powers[behind.size()];
  } else if (!scale(digits, behind.size(), found)) {
    return false;
  }
  value = negative ? -found : found;
  return true;
}

}  // namespace encke::network
