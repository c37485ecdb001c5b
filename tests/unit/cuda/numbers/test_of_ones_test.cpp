#include "cuda/numbers/test_of_ones.hpp"

#include <gtest/gtest.h>

#include "unit/cuda/emulated/run.hpp"

// The product that decides whether a GPU may multiply floats: exact sums in 14 significant bits,
// and in 24 where steps are added up, are needed, and no more.

namespace test_of_ones_test {
namespace {

using encke::Error;
using encke::Index;
using encke::cuda::FloatSums;
using encke::cuda::Numbers;
using encke::test::EmulatedDevice;

constexpr FloatSums usual{.tested = 16};
constexpr Numbers of_floats[] = {Numbers::fp8, Numbers::fp4};

/// Why a GPU that adds up in so many bits is refused; empty: it is not.
std::string refusal(Numbers numbers, int sum_bits, int result_bits = 24,
                    const FloatSums& floats = usual) {
  EmulatedDevice device;
  device.sum_bits = sum_bits;
  device.result_bits = result_bits;
  try {
    encke::cuda::test_of_ones(device, numbers, floats);
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), 16);
    return error.what();
  }
  return {};
}

TEST(CudaTestOfOnes, passes_a_gpu_whose_sums_are_exact) {
  for (const Numbers numbers : of_floats) {
    for (const int bits : {14, 15, 24}) EXPECT_EQ(refusal(numbers, bits), "");
  }
}

TEST(CudaTestOfOnes, refuses_a_gpu_that_sums_in_fewer_bits) {
  for (const int bits : {8, 12, 13}) {
    for (const Numbers numbers : of_floats) EXPECT_NE(refusal(numbers, bits), "") << bits;
  }
  EXPECT_EQ(refusal(Numbers::fp8, 13),
            "GPU: emulation does not add up 8-bit floats exactly (8192 where the sum is 16384): "
            "--level fp8 cannot be used, --level int8 can");
}

TEST(CudaTestOfOnes, refuses_a_gpu_that_adds_to_fewer_bits_of_its_results) {
  for (const int bits : {16, 20, 23}) {
    for (const Numbers numbers : of_floats) EXPECT_NE(refusal(numbers, 14, bits), "") << bits;
  }
}

/// So what is tested is what is used.
TEST(CudaTestOfOnes, is_twice_as_long_as_a_step) {
  const FloatSums longer{.step = usual.step * 2, .tested = 16};
  EXPECT_NE(refusal(Numbers::fp8, 14, 24, longer), "");
  EXPECT_EQ(refusal(Numbers::fp8, 15, 24, longer), "");
  const FloatSums more{.exact = usual.exact * 2, .tested = 16};
  EXPECT_NE(refusal(Numbers::fp8, 14, 24, more), "");
}

TEST(CudaTestOfOnes, holds_for_any_number_of_vectors) {
  for (const Index vectors : {16, 48, 256}) {
    const FloatSums many{.step = 128, .exact = 1 << 10, .tested = vectors};
    EXPECT_EQ(refusal(Numbers::fp4, 8, 10, many), "");
    EXPECT_NE(refusal(Numbers::fp4, 7, 10, many), "");
  }
}

TEST(CudaTestOfOnes, is_not_made_of_integers_and_leaves_no_memory) {
  EmulatedDevice device;
  device.sum_bits = 1;
  encke::cuda::test_of_ones(device, Numbers::int8, usual);
  encke::cuda::test_of_ones(device, Numbers::none, usual);
  EXPECT_EQ(device.longest_product, 0);
  device.sum_bits = 14;
  encke::cuda::test_of_ones(device, Numbers::fp8, usual);
  EXPECT_EQ(device.longest_product, 2 * usual.step);
  EXPECT_EQ(device.bytes_held() + device.host_bytes_held(), 0);
}

TEST(CudaTestOfOnes, refuses_the_backend) {
  auto limits = encke::test::small_limits;
  const auto make = [&](int bits) {
    auto device = std::make_unique<EmulatedDevice>();
    device->sum_bits = bits;
    const encke::cuda::CudaBackend backend(std::move(device), limits);
    return std::string(backend.level());
  };
  EXPECT_EQ(make(13), "bits");
  limits.numbers = Numbers::int8;
  EXPECT_EQ(make(13), "int8");
  limits.numbers = Numbers::fp8;
  EXPECT_EQ(make(14), "fp8");
  EXPECT_THROW(make(13), Error);
  limits.numbers = Numbers::fp4;
  EXPECT_EQ(make(14), "fp4");
  EXPECT_THROW(make(13), Error);
}

}  // namespace
}  // namespace test_of_ones_test
