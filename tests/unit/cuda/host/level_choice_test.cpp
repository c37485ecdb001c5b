#include "cuda/host/level_choice.hpp"

#include <gtest/gtest.h>

namespace {

using encke::cuda::takes_int8;

TEST(CudaLevel, is_what_was_asked_for) {
  for (const int major : {8, 9, 10, 12}) {
    EXPECT_TRUE(takes_int8("int8", major, true));
    EXPECT_TRUE(takes_int8("int8", major, false));  // the product then says what is missing
    EXPECT_FALSE(takes_int8("bits", major, true));
  }
}

TEST(CudaLevel, is_by_itself_that_of_8_bit_integers_where_single_bits_are_emulated) {
  EXPECT_FALSE(takes_int8("auto", 8, true));
  EXPECT_FALSE(takes_int8("auto", 9, true));
  EXPECT_TRUE(takes_int8("auto", 10, true));
  EXPECT_TRUE(takes_int8("auto", 12, true));
  EXPECT_FALSE(takes_int8("auto", 10, false));
}

}  // namespace
