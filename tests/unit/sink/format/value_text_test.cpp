#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <encke/sink/format/value_text.hpp>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace {

std::string text(double value, bool float32, int digits = 0) {
  char buffer[encke::sink::value_text_size];
  return {buffer, encke::sink::print_value(buffer, value, float32, digits)};
}

/// The digits alone, without point, exponent and zeros at either end.
std::string digits_of(const std::string& number) {
  std::string digits;
  for (const char c : number.substr(0, number.find('e'))) {
    if ('0' <= c && c <= '9') digits += c;
  }
  digits.erase(0, digits.find_first_not_of('0'));
  return digits.erase(digits.find_last_not_of('0') + 1);
}

template <class Number>
std::string shortest(Number value) {
  char buffer[64];
  return {buffer,
          std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr};
}

std::string c_text(const char* format, double value) {
  char buffer[64];
  return {buffer, buffer + std::snprintf(buffer, sizeof buffer, format, value)};
}

/// Values of every size, and those that metrics have.
std::vector<double> values() {
  std::vector<double> values{0.0, -0.0, 1.0, 0.5, 4.5, 1e-5, 1e-4, 123456789.0, 1e16, 1e17, 1e300};
  values.push_back(std::numeric_limits<double>::max());
  values.push_back(-std::numeric_limits<double>::max());
  values.push_back(std::numeric_limits<double>::denorm_min());
  values.push_back(std::numeric_limits<double>::infinity());
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> unit;
  for (int i = 0; i < 20'000; ++i) {
    values.push_back(unit(random));
    values.push_back(std::round(unit(random) * 5000) / 5000);
    const double any = std::bit_cast<double>(random());
    if (!std::isnan(any)) values.push_back(any);
  }
  return values;
}

TEST(ValueText, with_digits_is_what_c_prints) {
  for (int digits = 1; digits <= 17; ++digits) {
    const std::string format = "%." + std::to_string(digits) + "g";
    for (const double value : values()) {
      ASSERT_EQ(text(value, false, digits), c_text(format.c_str(), value));
    }
  }
}

TEST(ValueText, has_the_digits_of_the_shortest_text) {
  for (const double value : values()) {
    if (std::isinf(value)) continue;
    ASSERT_EQ(digits_of(text(value, false)), digits_of(shortest(value))) << value;
    if (std::abs(value) > std::numeric_limits<float>::max()) continue;
    const auto narrow = static_cast<float>(value);
    ASSERT_EQ(digits_of(text(value, true)), digits_of(shortest(narrow))) << narrow;
  }
}

TEST(ValueText, has_an_exponent_where_numbers_are_small_or_large) {
  EXPECT_EQ(text(0.0001, false), "0.0001");
  EXPECT_EQ(text(-0.00012, false), "-0.00012");
  EXPECT_EQ(text(0.00001, false), "1e-05");
  EXPECT_EQ(text(0.1, false), "0.1");
  EXPECT_EQ(text(0.1F, true), "0.1");
  EXPECT_EQ(text(0.125, false), "0.125");
  EXPECT_EQ(text(1e15, false), "1000000000000000");
  EXPECT_EQ(text(1234567890, true), "1234568000");
  EXPECT_EQ(text(1e16, false), "1e+16");
  EXPECT_EQ(text(-1.5e300, false), "-1.5e+300");
  EXPECT_EQ(text(-0.0, false), "-0");
}

TEST(ValueText, reads_back_with_the_same_bits) {
  for (const double value : values()) {
    const double back = std::strtod(text(value, false).c_str(), nullptr);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(value)) << value;
  }
}

TEST(ValueText, of_float32_reads_back_with_the_same_bits) {
  for (const double value : values()) {
    if (std::abs(value) > std::numeric_limits<float>::max()) continue;
    const auto narrow = static_cast<float>(value);
    const float back = std::strtof(text(static_cast<double>(narrow), true).c_str(), nullptr);
    ASSERT_EQ(std::bit_cast<std::uint32_t>(back), std::bit_cast<std::uint32_t>(narrow)) << value;
  }
}

TEST(ValueText, of_any_nan_is_nan) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(text(nan, false), "nan");
  EXPECT_EQ(text(std::copysign(nan, -1.0), false), "nan");
  EXPECT_EQ(text(nan, true), "nan");
}

}  // namespace
