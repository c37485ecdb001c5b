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

TEST(ShortDecimal, LeavesOtherTextsToOthers) {
  for (const std::string_view text :
       {"", "-", ".", "-.", ".5", "5.", "1e5", "0x1", "nan", "1 ", " 1", "+1", "--1", "1.2.3", "1-",
        "0.1234567890123456", "1234567890123456", "0.75994484405285345"}) {
    double value = 17;
    EXPECT_FALSE(read_short_decimal(text, value)) << text;
    EXPECT_EQ(value, 17);
  }
}

}  // namespace
}  // namespace encke::network
