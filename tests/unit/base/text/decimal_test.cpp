#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <encke/base/text/decimal.hpp>
#include <random>
#include <string>

namespace {

std::string expected(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

/// "" where print_decimal() leaves the number to others.
std::string found(double value, int digits) {
  char text[64];
  const char* const end = encke::print_decimal(text, value, digits);
  return end == nullptr ? "" : std::string(static_cast<const char*>(text), end);
}

/// What is printed must be C's text; returns how many of both numbers of digits were printed.
int check(double value) {
  int printed = 0;
  for (const int digits : {9, 17}) {
    const std::string text = found(value, digits);
    if (text.empty()) continue;
    ++printed;
    EXPECT_EQ(text, expected(value, digits)) << std::bit_cast<std::uint64_t>(value);
  }
  return printed;
}

TEST(Decimal, numbers_of_tables) {
  EXPECT_EQ(found(0, 17), "0");
  EXPECT_EQ(found(1, 17), "1");
  EXPECT_EQ(found(0.5, 9), "0.5");
  EXPECT_EQ(found(0.1, 17), "0.10000000000000001");
  EXPECT_EQ(found(0.1, 9), "0.1");
  EXPECT_EQ(found(-0.4047309520462386, 17), "-0.4047309520462386");
  EXPECT_EQ(found(1000, 17), "1000");
  EXPECT_EQ(found(123456789.25, 17), "123456789.25");
  EXPECT_EQ(found(0.000123, 9), "0.000123");
}

TEST(Decimal, random_numbers_of_every_size) {
  std::mt19937_64 random(18);
  std::uniform_real_distribution<double> one(0, 1);
  int printed = 0;
  for (int i = 0; i < 40000; ++i) {
    const double power = std::pow(10.0, 24 * one(random) - 8);
    printed +=
        check(one(random)) + check(-one(random) * power) + check(static_cast<float>(one(random)));
    check(std::bit_cast<double>(random()));
  }
  EXPECT_GT(printed, 40000 * 5);
}

TEST(Decimal, numbers_near_powers_of_ten_and_two) {
  for (int power = -6; power <= 18; ++power) {
    double up = std::pow(10.0, power), down = up;
    for (int i = 0; i < 50; ++i) {
      check(up);
      check(down);
      up = std::nextafter(up, 1e300);
      down = std::nextafter(down, 0);
    }
    check(static_cast<float>(std::pow(10.0, power)));
  }
  for (int power = -20; power <= 60; ++power) check(std::ldexp(1.0, power));
}

TEST(Decimal, fractions_of_whole_numbers) {
  for (int below = 1; below < 400; ++below) {
    for (int above = 1; above <= below; ++above) EXPECT_GT(check(double(above) / below), 0);
  }
}

TEST(Decimal, leaves_what_lies_between_two_texts) {
  EXPECT_EQ(found(1.00000762939453125, 17), "");  // 1 + 2^-17: 18 digits, of which the last is 5
  EXPECT_EQ(found(1.5e-9, 17), "");
  EXPECT_EQ(found(1e17, 17), "");
  EXPECT_EQ(found(1e10, 9), "");
  EXPECT_EQ(found(-0.0, 17), "");
  EXPECT_EQ(found(std::nan(""), 17), "");
  EXPECT_EQ(found(INFINITY, 9), "");
}

}  // namespace
