#include <gtest/gtest.h>

#include <encke/io/rows/narrow_rows.hpp>
#include <limits>
#include <vector>

namespace encke::io {
namespace {

template <class T>
class NarrowRows : public testing::Test {};
using Numbers =
    testing::Types<float, double, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t,
                   std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(NarrowRows, Numbers);

TYPED_TEST(NarrowRows, GenotypesAreBytes) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  std::vector<T> numbers = {0, 1, 2, 3, 100, Limits::max()};
  std::vector<int> expected = {0, 1, 2, 3, 3, 3};
  if constexpr (Limits::is_signed) {
    numbers.insert(numbers.end(), {T{-1}, T{-2}, Limits::lowest()});
    expected.insert(expected.end(), {255, 255, 255});
  }
  if constexpr (!Limits::is_integer) {
    numbers.insert(numbers.end(), {Limits::quiet_NaN(), T(0.5), T(-0.0), Limits::infinity()});
    expected.insert(expected.end(), {255, 3, 0, 3});
  }
  for (int shift = 0; shift < 70; ++shift) {  // whole registers, and what is left
    numbers.insert(numbers.begin(), 1);
    expected.insert(expected.begin(), 1);
    std::vector<std::uint8_t> found(numbers.size());
    genotype_bytes(numbers.data(), std::ssize(numbers), true, found.data());
    ASSERT_EQ(std::vector<int>(found.begin(), found.end()), expected);
    genotype_bytes(numbers.data(), std::ssize(numbers), false, found.data());
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      ASSERT_EQ(found[k], numbers[k] < T{0} ? 3 : expected[k]) << k;
    }
  }
}

TYPED_TEST(NarrowRows, CountsKeepTheirValuesOrAreRefused) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  if constexpr (Limits::is_integer) {
    std::vector<T> numbers;
    for (int k = 0; k < 100; ++k) numbers.push_back(static_cast<T>(k % 64));
    std::vector<std::uint16_t> found(numbers.size());
    for (const int most : {63, 255, 65535}) {
      ASSERT_TRUE(
          narrow_counts(numbers.data(), 100, static_cast<std::uint16_t>(most), found.data()));
      EXPECT_EQ(std::vector<T>(found.begin(), found.end()), numbers);
    }
    EXPECT_FALSE(narrow_counts(numbers.data(), 100, 62, found.data()));
    for (const std::size_t at : {std::size_t{0}, std::size_t{99}}) {
      for (const T unfit : {static_cast<T>(-1), Limits::min(), Limits::max()}) {
        auto changed = numbers;
        changed[at] = unfit;
        const bool fits = unfit >= T{0} && static_cast<std::uint64_t>(unfit) <= 65535;
        EXPECT_EQ(narrow_counts(changed.data(), 100, 65535, found.data()), fits) << unfit;
      }
    }
  }
}

TEST(NarrowRows, BytesAreCodedByTheRules) {
  for (int value = 0; value < 256; ++value) {
    std::vector<std::uint8_t> bytes(64, 1), codes(16);
    bytes[13] = static_cast<std::uint8_t>(value);
    for (const bool missing : {false, true}) {
      for (const bool two : {false, true}) {
        const bool allowed = value < 2 || (two && value == 2) || (missing && value > 127);
        ASSERT_EQ(codes_of_bytes(bytes.data(), 64, codes.data(), {missing, two}), allowed) << value;
        if (!allowed) continue;
        const int code = value > 127 ? 0b10 : value == 2 ? 0b11 : value;
        EXPECT_EQ(codes[3], 0b01010101 - (0b01 << 2) + (code << 2));
        EXPECT_EQ(codes[15], 0b01010101);
      }
    }
  }
}

}  // namespace
}  // namespace encke::io
