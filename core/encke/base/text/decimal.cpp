#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <encke/base/text/decimal.hpp>

namespace encke {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr int most_power = 22;

constexpr auto powers_of(std::uint64_t base) {
  std::array<std::uint64_t, most_power + 1> powers{1};
  for (int i = 1; i <= most_power && powers[i - 1] <= UINT64_MAX / base; ++i) {
    powers[i] = powers[i - 1] * base;
  }
  return powers;
}

constexpr auto five_to = powers_of(5);
constexpr auto ten_to = powers_of(10);

/// "00" to "99".
constexpr auto two_digits = [] {
  std::array<char, 200> text{};
  for (int i = 0; i < 100; ++i) {
    text[2 * i] = static_cast<char>('0' + i / 10);
    text[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return text;
}();

void put_eight(char* at, std::uint32_t x) {
  const std::uint32_t high = x / 10000, low = x % 10000;
  const std::uint32_t two[] = {high / 100, high % 100, low / 100, low % 100};
  for (int i = 0; i < 4; ++i) std::memcpy(at + 2 * i, &two_digits[2 * two[i]], 2);
}

/// The digits of x, 1 + 8 or 1 + 16 of them.
void put_digits(char* at, std::uint64_t x, int digits) {
  constexpr std::uint32_t eight = 100000000;
  for (int begin = digits - 8; begin > 0; begin -= 8) {
    put_eight(at + begin, static_cast<std::uint32_t>(x % eight));
    x /= eight;
  }
  *at = static_cast<char>('0' + x);
}

/// value = digits * 10^(exponent + 1 - number of digits); digits 0: not by this way.
struct Decimal {
  std::uint64_t digits = 0;
  int exponent = 0;
};

Decimal decimal_of(std::uint64_t bits, int digits) {
  constexpr int mantissa_bits = 52, bias = 1023;
  const int power = static_cast<int>(bits >> mantissa_bits) - bias;  // of the first bit
  constexpr int least_power = -14, most_power_of_two = 53;           // 1e-4 is 1.6 2^-14
  if (power < least_power || power > most_power_of_two) return {};
  const std::uint64_t mantissa = (bits & ((1ULL << mantissa_bits) - 1)) | 1ULL << mantissa_bits;
  int exponent = power * 1233 >> 12;  // floor(power log10(2)): at most one too small
  for (int tries = 0; tries < 2; ++tries, ++exponent) {
    const int behind = digits - 1 - exponent;
    const int shift = mantissa_bits - power - behind;
    if (behind < 0 || behind > most_power || shift <= 0) return {};
    const Wide scaled = Wide{mantissa} * five_to[static_cast<std::size_t>(behind)];
    auto found = static_cast<std::uint64_t>(scaled >> shift);
    if (found >= ten_to[static_cast<std::size_t>(digits)]) continue;
    const Wide rest = scaled & ((Wide{1} << shift) - 1);
    const Wide half = Wide{1} << (shift - 1);
    if (rest == half || exponent < -4) return {};
    if (rest > half && ++found == ten_to[static_cast<std::size_t>(digits)]) {
      found /= 10;
      ++exponent;
    }
    return exponent < digits ? Decimal{found, exponent} : Decimal{};
  }
  return {};
}

}  // namespace

char* print_decimal(char* at, double value, int digits) {
  constexpr std::uint64_t sign = 1ULL << 63;
  const auto bits = std::bit_cast<std::uint64_t>(value);
  if (bits == 0) {
    *at = '0';
    return at + 1;
  }
  const Decimal decimal = decimal_of(bits & ~sign, digits);
  if (decimal.digits == 0) return nullptr;
  if ((bits & sign) != 0) *at++ = '-';
  char text[17];
  put_digits(text, decimal.digits, digits);
  int used = digits;
  while (text[used - 1] == '0') --used;
  const int before = decimal.exponent + 1;  // digits before the point
  if (before <= 0) {
    std::memcpy(at, "0.0000", 6);
    at += 2 - before;
    std::memcpy(at, text, sizeof text);
    return at + used;
  }
  if (used <= before) {
    std::memcpy(at, text, static_cast<std::size_t>(before));  // zeros that were digits stay
    return at + before;
  }
  std::memcpy(at, text, static_cast<std::size_t>(before));
  at[before] = '.';
  std::memcpy(at + before + 1, text + before, static_cast<std::size_t>(used - before));
  return at + used + 1;
}

}  // namespace encke
