#include "cuda/numbers/level_choice.hpp"

#include <gtest/gtest.h>

namespace {

using encke::cuda::choose_level;
using encke::cuda::is_product_level;
using encke::cuda::level_of;
using encke::cuda::Numbers;
using encke::cuda::why_not;

TEST(CudaLevel, is_what_was_asked_for) {
  for (const int capability : {80, 89, 90, 100, 120}) {
    for (const bool has_int8 : {true, false}) {  // the product then says what is missing
      EXPECT_EQ(choose_level("bits", capability, has_int8).numbers, Numbers::none);
      EXPECT_EQ(choose_level("int8", capability, has_int8).numbers, Numbers::int8);
      EXPECT_EQ(choose_level("fp8", capability, has_int8).numbers, Numbers::fp8);
      EXPECT_EQ(choose_level("fp4", capability, has_int8).numbers, Numbers::fp4);
    }
  }
}

TEST(CudaLevel, is_by_itself_that_of_8_bit_integers_where_single_bits_are_emulated) {
  EXPECT_EQ(choose_level("auto", 80, true).name, "bits");
  EXPECT_EQ(choose_level("auto", 90, true).name, "bits");
  EXPECT_EQ(choose_level("auto", 100, true).name, "int8");
  EXPECT_EQ(choose_level("auto", 103, true).name, "int8");
  EXPECT_EQ(choose_level("auto", 120, true).name, "int8");
  EXPECT_EQ(choose_level("auto", 100, false).name, "bits");
}

TEST(CudaLevel, of_floats_is_refused_where_a_gpu_has_no_such_products) {
  for (const int capability : {80, 86, 89, 90, 100, 120}) {
    EXPECT_EQ(why_not(level_of(Numbers::none), capability, "a GPU"), "");
    EXPECT_EQ(why_not(level_of(Numbers::int8), capability, "a GPU"), "");
    EXPECT_EQ(why_not(level_of(Numbers::fp8), capability, "a GPU").empty(), capability >= 89);
    EXPECT_EQ(why_not(level_of(Numbers::fp4), capability, "a GPU").empty(), capability >= 100);
  }
  EXPECT_EQ(
      why_not(level_of(Numbers::fp8), 86, "RTX (sm_86)"),
      "GPU: RTX (sm_86) has no products of 8-bit floats: --level fp8 needs compute capability "
      "8.9 or newer");
}

TEST(CudaLevel, is_one_of_four_or_none_by_name) {
  for (const char* name : {"bits", "int8", "fp8", "fp4", "auto"}) {
    EXPECT_TRUE(is_product_level(name));
  }
  for (const char* name : {"", "fp16", "int", "x86-64-v4"}) EXPECT_FALSE(is_product_level(name));
}

}  // namespace
