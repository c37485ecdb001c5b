#include <charconv>
#include <encke/network/read/short_decimal.hpp>
#include <random>

#include "support/common.hpp"

namespace encke::network {
namespace {

double nearest(std::string_view text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

TEST(ShortDecimal, IsTheNearestDouble) {
  std::mt19937_64 random(1);
  int read = 0;
  for (int n = 0; n < 20'000; ++n) {
    std::string text = std::to_string(random() % 1'000'000'000'000'000);
    text.resize(1 + random() % text.size());
    if (text.size() > 1) text.insert(1 + random() % (text.size() - 1), ".");
    if (random() % 2 == 0) text.insert(0, "-");
    double value = 0;
    ASSERT_TRUE(read_short_decimal(text, value)) << text;
    ASSERT_EQ(value, nearest(text)) << text;
    ++read;
  }
  EXPECT_EQ(read, 20'000);
  double zero = 1;
  EXPECT_TRUE(read_short_decimal("-0", zero));
  EXPECT_TRUE(std::signbit(zero));
}

// From 0 to 1, as most values are.
TEST(ShortDecimal, IsTheNearestDoubleOfShares) {
  std::mt19937_64 random(4);
  int left = 0;
  for (int n = 0; n < 40'000; ++n) {
    std::string text =
        std::to_string(10'000'000'000'000'000'000ULL + random() % 8'000'000'000'000'000'000ULL);
    text = "0." + text.substr(1, 7 + static_cast<std::size_t>(n) % 12);
    double value = 0;
    if (!read_short_decimal(text, value)) {
      ++left;
      continue;
    }
    ASSERT_EQ(value, nearest(text)) << text;
    text[2 + random() % (text.size() - 2)] = n % 2 == 0 ? 'e' : '/';
    double other = 7;
    ASSERT_FALSE(read_short_decimal(text, other)) << text;
    ASSERT_EQ(other, 7) << text;
  }
  EXPECT_LT(left, 200);
}

// 16 to 19 digits, which 53 bits do not hold: few are left to others.
TEST(ShortDecimal, IsTheNearestDoubleOfManyDigits) {
  std::mt19937_64 random(2);
  int left = 0;
  for (int n = 0; n < 40'000; ++n) {
    std::string text =
        std::to_string(1'000'000'000'000'000'000 + random() % 9'000'000'000'000'000'000);
    text.resize(16 + random() % 4);
    if (n % 4 == 0) {
      text.insert(random() % (text.size() - 1) + 1, ".");
    } else if (n % 4 < 3) {
      text.insert(0, "0.");
    }
    double value = 0;
    if (!read_short_decimal(text, value)) {
      ++left;
      continue;
    }
    ASSERT_EQ(value, nearest(text)) << text;
  }
  EXPECT_LT(left, 40'000 / 150);
}

// Numbers between two doubles, and their neighbours.
TEST(ShortDecimal, RoundsAsOthersNearHalves) {
  std::mt19937_64 random(3);
  for (int n = 0; n < 2000; ++n) {
    const std::uint64_t middle = (std::uint64_t{1} << 53) + 1 + 2 * (random() % 1'000'000);
    for (const std::uint64_t near : {middle - 1, middle, middle + 1}) {
      for (const std::string& text : {std::to_string(near), std::to_string(near) + ".5"}) {
        double value = nearest(text);
        read_short_decimal(text, value);
        ASSERT_EQ(value, nearest(text)) << text;
      }
    }
  }
}

TEST(ShortDecimal, LeavesOtherTextsToOthers) {
  for (const std::string_view text : {"",
                                      "-",
                                      ".",
                                      "-.",
                                      ".5",
                                      "5.",
                                      "1e5",
                                      "0x1",
                                      "nan",
                                      "1 ",
                                      " 1",
                                      "+1",
                                      "--1",
                                      "1.2.3",
                                      "1-",
                                      "0.12345678 ",
                                      "0.1234567/",
                                      "0.1234567:",
                                      "0.12345678901234567-",
                                      "0.00000000000000000001",
                                      "12345678901234567890",
                                      "1234567890.1234567890",
                                      "-0.",
                                      "inf"}) {
    double value = 17;
    EXPECT_FALSE(read_short_decimal(text, value)) << text;
    EXPECT_EQ(value, 17);
  }
}

}  // namespace
}  // namespace encke::network
