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

/// 17 digits.
void put_digits(char* at, std::uint64_t x) {
  constexpr std::uint32_t eight = 100000000;
  put_eight(at + 9, static_cast<std::uint32_t>(x % eight));
  x /= eight;
  put_eight(at + 1, static_cast<std::uint32_t>(x % eight));
  *at = static_cast<char>('0' + x / eight);
}

constexpr std::uint64_t sign_bit = 1ULL << 63;
constexpr int mantissa_bits = 52;
constexpr std::uint64_t mantissa_mask = (1ULL << mantissa_bits) - 1;

/// A number, without its sign, at so many digits: number * 10^behind = scaled / 2^shift, whose
/// whole part has that many digits; `five` is 5^behind, what the mantissa's last bit counts there.
struct Scaled {
  Wide scaled = 0;
  std::uint64_t five = 0;
  int shift = 0;  ///< 0: not by this way
  int exponent = 0;

  std::uint64_t whole() const { return static_cast<std::uint64_t>(scaled >> shift); }
  Wide rest() const { return scaled & ((Wide{1} << shift) - 1); }
};

Scaled scaled_to(std::uint64_t bits, int digits) {
  constexpr int bias = 1023;
  const int power = static_cast<int>(bits >> mantissa_bits) - bias;  // of the first bit
  constexpr int least_power = -14, most_power_of_two = 53;           // 1e-4 is 1.6 2^-14
  if (power < least_power || power > most_power_of_two) return {};
  const std::uint64_t mantissa = (bits & mantissa_mask) | 1ULL << mantissa_bits;
  int exponent = power * 1233 >> 12;  // floor(power log10(2)): at most one too small
  for (int tries = 0; tries < 2; ++tries, ++exponent) {
    const int behind = digits - 1 - exponent;
    const int shift = mantissa_bits - power - behind;
    if (behind < 0 || behind > most_power || shift <= 0) return {};
    const std::uint64_t five = five_to[static_cast<std::size_t>(behind)];
    const Scaled found{Wide{mantissa} * five, five, shift, exponent};
    if (found.whole() >= ten_to[static_cast<std::size_t>(digits)]) continue;
    return exponent < -4 ? Scaled{} : found;
  }
  return {};
}

/// number = digits * 10^(exponent + 1 - number of digits); digits 0: not by this way.
struct Decimal {
  std::uint64_t digits = 0;
  int exponent = 0;
};

Decimal rounded_to(std::uint64_t bits, int digits) {
  const Scaled at = scaled_to(bits, digits);
  if (at.shift == 0) return {};
  const Wide half = Wide{1} << (at.shift - 1);
  const Wide rest = at.rest();
  if (rest == half) return {};
  const std::uint64_t found = at.whole() + (rest > half ? 1 : 0);
  const bool grown = found == ten_to[static_cast<std::size_t>(digits)];
  const int exponent = at.exponent + (grown ? 1 : 0);
  return exponent < digits ? Decimal{grown ? found / 10 : found, exponent} : Decimal{};
}

/// Drops digits while what is left reads back as the same number.
class Shortening {
 public:
  Shortening(const Scaled& at, int digits, bool float32)
      : whole_(at.whole()),
        rest_(2 * at.rest()),
        shift_(at.shift + 1),
        // Half of the distance to the next number: half of the last bit, a float32's being 2^29.
        half_gap_(float32 ? Wide{at.five} << 29 : Wide{at.five}),
        most_(digits - 1) {
    const Wide half = Wide{1} << (shift_ - 1);
    rounded_ = whole_ + (rest_ > half ? 1 : 0);
    unclear_ = rest_ == half;
  }

  /// The shortest number, with zeros in place of what was dropped; 0 where a border decides.
  std::uint64_t found() {
    if (unclear_) return 0;
    if (try_dropping(1) && most_ > 8 && !try_dropping(8)) best_ = 1;
    for (int dropped = best_ + 1; best_ > 0 && dropped <= most_; ++dropped) {
      if (!try_dropping(dropped)) break;
    }
    return unclear_ ? 0 : rounded_;
  }

 private:
  bool try_dropping(int dropped) {
    const std::uint64_t unit = ten_to[static_cast<std::size_t>(dropped)];
    const std::uint64_t kept = whole_ / unit;
    const Wide step = Wide{unit} << shift_;
    const Wide above = (Wide{whole_ - kept * unit} << shift_) + rest_;
    const bool up = above > step - above;
    const Wide distance = up ? step - above : above;
    if (distance > half_gap_) return false;
    if (distance == half_gap_ || above == step - above) unclear_ = true;
    rounded_ = (kept + (up ? 1 : 0)) * unit;
    best_ = dropped;
    return true;
  }

  std::uint64_t whole_;
  Wide rest_;
  int shift_;
  Wide half_gap_;
  int most_;
  int best_ = 0;
  bool unclear_ = false;
  std::uint64_t rounded_ = 0;
};

Decimal shortest(std::uint64_t bits, bool float32) {
  const int digits = float32 ? 9 : 17;
  const Scaled at = scaled_to(bits, digits);
  if (at.shift == 0) return {};
  std::uint64_t found = 0;
  if ((bits & mantissa_mask) != 0) {
    found = Shortening(at, digits, float32).found();
  } else if (at.rest() == 0 && at.whole() % ten_to[static_cast<std::size_t>(digits - 6)] == 0) {
    found = at.whole();  // a power of two of few digits: the gap below is half of that above
  }
  const bool grown = found == ten_to[static_cast<std::size_t>(digits)];
  const int exponent = at.exponent + (grown ? 1 : 0);
  return exponent < digits - 1 ? Decimal{grown ? found / 10 : found, exponent} : Decimal{};
}

/// As %g does, for an exponent from -4 to 16. `digits`: so many, the last ones may be 0.
char* put_decimal(char* at, const Decimal& decimal, int digits) {
  char text[17];
  put_digits(text, decimal.digits * ten_to[static_cast<std::size_t>(17 - digits)]);
  int used = digits;
  while (text[used - 1] == '0') --used;
  const int before = decimal.exponent + 1;  // digits before the point
  if (before <= 0) {
    std::memcpy(at, "0.0000", 6);
    at += 2 - before;
    std::memcpy(at, text, sizeof text);
    return at + used;
  }
  std::memcpy(at, text, static_cast<std::size_t>(before));  // zeros that were digits stay
  if (used <= before) return at + before;
  at[before] = '.';
  std::memcpy(at + before + 1, text + before, static_cast<std::size_t>(used - before));
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
