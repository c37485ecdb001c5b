#include <gtest/gtest.h>

#include <bit>
#include <encke/base/bits/count_bits.hpp>
#include <random>

namespace encke {
namespace {

TEST(CountBits, counts_those_that_are_set) {
  EXPECT_EQ(count_bits(0), 0U);
  EXPECT_EQ(count_bits(~std::uint64_t{0}), 64U);
  for (int bit = 0; bit < 64; ++bit) {
    EXPECT_EQ(count_bits(std::uint64_t{1} << bit), 1U);
    EXPECT_EQ(count_bits(~(std::uint64_t{1} << bit)), 63U);
  }
  std::mt19937_64 random(1);
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t word = random() & random();
    EXPECT_EQ(count_bits(word), static_cast<std::uint64_t>(std::popcount(word))) << word;
  }
}

}  // namespace
}  // namespace encke
