#include <gtest/gtest.h>

#include <bit>
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

std::string text(double value, bool float32) {
  char buffer[encke::sink::value_text_size];
  return {buffer, encke::sink::print_value(buffer, value, float32)};
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

TEST(ValueText, is_what_c_prints_with_17_digits) {
  for (const double value : values()) ASSERT_EQ(text(value, false), c_text("%.17g", value));
}

TEST(ValueText, of_float32_is_what_c_prints_with_9_digits) {
  for (const double value : values()) {
    if (std::abs(value) > std::numeric_limits<float>::max()) continue;
    const auto rounded = static_cast<double>(static_cast<float>(value));
    ASSERT_EQ(text(rounded, true), c_text("%.9g", rounded));
  }
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
