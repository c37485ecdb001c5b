#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <encke/base/text/decimal.hpp>
#include <string>

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

constexpr int few_digits = 9, most_digits = 17;  // that put_digits() writes

/// Puts the 9 or 17 digits of a number.
void put_digits(char* at, std::uint64_t x, int digits) {
  constexpr std::uint32_t eight = 100000000;
  if (digits == most_digits) {
    put_eight(at + few_digits, static_cast<std::uint32_t>(x % eight));
    x /= eight;
  }
  put_eight(at + 1, static_cast<std::uint32_t>(x % eight));
  *at = static_cast<char>('0' + x / eight);
}

constexpr std::uint64_t sign_bit = 1ULL << 63;
constexpr int mantissa_bits = 52;
constexpr std::uint64_t mantissa_mask = (1ULL << mantissa_bits) - 1;

/// A number, without its sign, at so many digits: number * 10^behind = whole + fraction / 2^64, and
/// `whole` has that many digits.
struct Scaled {
  std::uint64_t whole = 0;  ///< 0: not by this way
  std::uint64_t fraction = 0;
  /// Half of the distance to the next double, times 2^64: half of what the mantissa's last bit
  /// counts.
  Wide half_gap = 0;
  int exponent = 0;
};

constexpr int least_power = -14, most_power_of_two = 53;  // of the first bit; 1e-4 is 1.6 2^-14

/// Numbers whose first bit counts 2^power.
struct Binade {
  int exponent = 0;        ///< floor(log10()) of the least of them
  std::uint64_t next = 0;  ///< the mantissa from which on that is one more
};

constexpr auto binades = [] {
  std::array<Binade, most_power_of_two - least_power + 1> all{};
  for (int power = least_power; power <= most_power_of_two; ++power) {
    const int exponent = power * 1233 >> 12;
    const int next = exponent + 1;
    Wide above = next < 0 ? 1 : ten_to[static_cast<std::size_t>(next)];
    Wide below = next < 0 ? ten_to[static_cast<std::size_t>(-next)] : 1;
    if (power < mantissa_bits) {
      above <<= mantissa_bits - power;
    } else {
      below <<= power - mantissa_bits;
    }
    all[static_cast<std::size_t>(power - least_power)] = {
        exponent, static_cast<std::uint64_t>((above + below - 1) / below)};
  }
  return all;
}();

Scaled scaled_to(std::uint64_t bits, int digits) {
  constexpr int bias = 1023;
  const int power = static_cast<int>(bits >> mantissa_bits) - bias;  // of the first bit
  if (power < least_power || power > most_power_of_two) return {};
  const std::uint64_t mantissa = (bits & mantissa_mask) | 1ULL << mantissa_bits;
  const Binade& binade = binades[static_cast<std::size_t>(power - least_power)];
  const int exponent = binade.exponent + (mantissa >= binade.next ? 1 : 0);
  const int behind = digits - 1 - exponent;
  const int shift = mantissa_bits - power - behind;
  if (exponent < -4 || behind < 0 || behind > most_power || shift <= 0 || shift > 63) return {};
  const std::uint64_t five = five_to[static_cast<std::size_t>(behind)];
  const Wide scaled = Wide{mantissa} * five << (64 - shift);
  return {static_cast<std::uint64_t>(scaled >> 64), static_cast<std::uint64_t>(scaled),
          Wide{five} << (63 - shift), exponent};
}

/// number = digits * 10^(exponent + 1 - number of digits); digits 0: not by this way.
struct Decimal {
  std::uint64_t digits = 0;
  int exponent = 0;
};

constexpr std::uint64_t half = 1ULL << 63;  // of a fraction

Decimal rounded_to(std::uint64_t bits, int digits) {
  const Scaled at = scaled_to(bits, digits);
  if (at.whole == 0 || at.fraction == half) return {};
  const std::uint64_t found = at.whole + (at.fraction > half ? 1 : 0);
  const bool grown = found == ten_to[static_cast<std::size_t>(digits)];
  const int exponent = at.exponent + (grown ? 1 : 0);
  return exponent < digits ? Decimal{grown ? found / 10 : found, exponent} : Decimal{};
}

/// Drops digits while what is left reads back as the same number.
class Shortening {
 public:
  Shortening(const Scaled& at, int digits, bool float32)
      : whole_(at.whole),
        fraction_(at.fraction),
        half_gap_(float32 ? at.half_gap << 29 : at.half_gap),  // a float32's last bit is 2^29 of it
        most_(digits - 1),
        unclear_(fraction_ == half),
        rounded_(whole_ + (fraction_ > half ? 1 : 0)) {}

  /// The shortest number, with zeros in place of what was dropped; 0 where a border decides.
  std::uint64_t found() {
    if (unclear_) return 0;
    // Of most numbers the third digit from the end cannot be dropped. Compilers divide by 10 and
    // by 100 without a division.
    if (can_drop(10) && can_drop(100)) {
      int dropped = most_ > 8 && can_drop(ten_to[8]) ? 9 : 3;
      while (dropped <= most_ && can_drop(ten_to[static_cast<std::size_t>(dropped)])) ++dropped;
    }
    return unclear_ ? 0 : rounded_;
  }

 private:
  /// Drops the digits below `unit`, a power of ten, if that leaves the same number.
  bool can_drop(std::uint64_t unit) {
    const std::uint64_t kept = whole_ / unit;
    const Wide above = Wide{whole_ - kept * unit} << 64 | fraction_;
    const Wide below = (Wide{unit} << 64) - above;
    const bool up = above > below;
    const Wide distance = up ? below : above;
    if (distance > half_gap_) return false;
    if (distance == half_gap_ || above == below) unclear_ = true;
    rounded_ = (kept + (up ? 1 : 0)) * unit;
    return true;
  }

  std::uint64_t whole_, fraction_;
  Wide half_gap_;
  int most_;
  bool unclear_;
  std::uint64_t rounded_;
};

Decimal shortest(std::uint64_t bits, bool float32) {
  const int digits = float32 ? 9 : 17;
  const Scaled at = scaled_to(bits, digits);
  if (at.whole == 0) return {};
  std::uint64_t found = 0;
  if ((bits & mantissa_mask) != 0) {
    found = Shortening(at, digits, float32).found();
  } else if (at.fraction == 0 && at.whole % ten_to[static_cast<std::size_t>(digits - 6)] == 0) {
    found = at.whole;  // a power of two of few digits: the gap below is half of that above
  }
  const bool grown = found == ten_to[static_cast<std::size_t>(digits)];
  const int exponent = at.exponent + (grown ? 1 : 0);
  return exponent < digits - 1 ? Decimal{grown ? found / 10 : found, exponent} : Decimal{};
}

/// As %g does, for an exponent from -4 to 16. `digits`: 1 to 17, the last ones may be 0.
char* put_decimal(char* at, const Decimal& decimal, int digits) {
  constexpr int eight = 8;
  char text[2 * most_digits] = {};  // copies of a fixed length read beyond the digits
  int used = digits <= few_digits ? few_digits : most_digits;
  put_digits(text, decimal.digits * ten_to[static_cast<std::size_t>(used - digits)], used);
  while (used > 1) {  // zeros at the end, eight at a time; the first digit is none
    std::uint64_t last = 0;
    std::memcpy(&last, text + used - eight, eight);
    last ^= 0x3030303030303030;
    used -= last == 0 ? eight : std::countl_zero(last) / eight;
    if (last != 0) break;
  }
  const int before = decimal.exponent + 1;  // digits before the point
  if (before <= 0) {
    std::memcpy(at, "0.0000", 6);
    at += 2 - before;
    std::memcpy(at, text, most_digits);
    return at + used;
  }
  std::memcpy(at, text, most_digits);  // zeros that were digits stay
  if (used <= before) return at + before;
  at[before] = '.';
  constexpr int most = 16;  // digits behind the point
  if (before < eight) {
    std::memcpy(at + before + 1, text + before, most);
  } else {
    std::memcpy(at + before + 1, text + before, static_cast<std::size_t>(most_digits - before));
  }
  return at + used + 1;
}

/// Uses the standard library, which writes an exponent.
template <class Number>
char* put_any_shortest(char* at, Number value) {
  constexpr int longest = 32, least_exponent = -4, end_of_exponents = 16;
  char* const end = std::to_chars(at, at + longest, value, std::chars_format::scientific).ptr;
  const std::string text(at, end);
  const std::size_t mark = text.find('e');
  if (mark == std::string::npos) return end;  // infinite
  const int exponent = std::stoi(text.substr(mark + 1));
  if (exponent < least_exponent || exponent >= end_of_exponents) return end;
  if (text.front() == '-') ++at;
  std::string digits;
  for (const char c : text.substr(0, mark)) {
    if ('0' <= c && c <= '9') digits += c;
  }
  const auto before = static_cast<std::size_t>(std::max(exponent + 1, 0));
  if (before == 0) {
    digits = "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  } else if (digits.size() > before) {
    digits.insert(before, 1, '.');
  } else {
    digits.resize(before, '0');
  }
  return std::copy(digits.begin(), digits.end(), at);
}

}  // namespace

char* print_decimal(char* at, double value, int digits) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  if (bits == 0) {
    *at = '0';
    return at + 1;
  }
  const Decimal decimal = rounded_to(bits & ~sign_bit, digits);
  if (decimal.digits == 0) return nullptr;
  if ((bits & sign_bit) != 0) *at++ = '-';
  return put_decimal(at, decimal, digits);
}

char* print_shortest(char* at, double value, bool float32) {
  if (float32) value = static_cast<float>(value);
  const auto bits = std::bit_cast<std::uint64_t>(value);
  if (bits == 0) {
    *at = '0';
    return at + 1;
  }
  const Decimal decimal = shortest(bits & ~sign_bit, float32);
  if (decimal.digits == 0) {
    return float32 ? put_any_shortest(at, static_cast<float>(value)) : put_any_shortest(at, value);
  }
  if ((bits & sign_bit) != 0) *at++ = '-';
  return put_decimal(at, decimal, float32 ? 9 : 17);
}

}  // namespace encke
