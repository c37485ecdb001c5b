#include <gtest/gtest.h>

#include <encke/base/text/text.hpp>
#include <limits>

namespace encke {
namespace {

TEST(Text, NumbersAreGroupedByThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(-123456), "-123,456");
  EXPECT_EQ(grouped(std::numeric_limits<Index>::max()), "9,223,372,036,854,775,807");
}

TEST(Text, NounsHaveTheirPlural) {
  EXPECT_EQ(counted(1, "tuple"), "1 tuple");
  EXPECT_EQ(counted(0, "tuple"), "0 tuples");
  EXPECT_EQ(counted(2000, "tuple"), "2,000 tuples");
}

TEST(Text, SecondsHaveTheUnitThatSuitsThem) {
  EXPECT_EQ(seconds_text(0.0025), "2.5 ms");
  EXPECT_EQ(seconds_text(0.25), "0.25 s");
  EXPECT_EQ(seconds_text(42.4), "42 s");
  EXPECT_EQ(seconds_text(312), "5 min 12 s");
  EXPECT_EQ(seconds_text(7380), "2 h 3 min");
  EXPECT_EQ(seconds_text(std::numeric_limits<double>::infinity()), "277,777,777,777 h 46 min");
}

TEST(Text, BytesHaveTheUnitThatSuitsThem) {
  EXPECT_EQ(bytes_text(0), "0.0 MiB");
  EXPECT_EQ(bytes_text(3 << 19), "1.5 MiB");
  EXPECT_EQ(bytes_text((Index{10} << 30) - (1 << 20)), "10239.0 MiB");
  EXPECT_EQ(bytes_text(Index{10} << 30), "10.0 GiB");
  EXPECT_EQ(bytes_text(Index{10} << 40), "10.0 TiB");
  EXPECT_EQ(bytes_text(std::numeric_limits<Index>::max()), "8388608.0 TiB");
}

}  // namespace
}  // namespace encke
