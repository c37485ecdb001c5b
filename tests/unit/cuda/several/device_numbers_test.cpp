#include "cuda/several/device_numbers.hpp"

#include <gtest/gtest.h>

#include "support/values.hpp"

namespace device_numbers_test {
namespace {

using encke::cuda::device_numbers;
using encke::cuda::text_of_devices;
using Numbers = std::vector<int>;

TEST(DeviceNumbers, of_a_process_follow_its_place) {
  EXPECT_EQ(device_numbers(0, 1, 1, 4), Numbers({0}));
  EXPECT_EQ(device_numbers(6, 8, 1, 4), Numbers({2}));  // two processes a device
  EXPECT_EQ(device_numbers(0, 2, 2, 4), Numbers({0, 1}));
  EXPECT_EQ(device_numbers(1, 2, 2, 4), Numbers({2, 3}));
  EXPECT_EQ(device_numbers(1, 2, 3, 4), Numbers({0, 1, 3}));  // one has two processes
}

TEST(DeviceNumbers, share_all_of_a_machine) {
  EXPECT_EQ(device_numbers(0, 1, 0, 4), Numbers({0, 1, 2, 3}));
  EXPECT_EQ(device_numbers(1, 2, 0, 4), Numbers({2, 3}));
  EXPECT_EQ(device_numbers(1, 3, 0, 4), Numbers({1}));
  EXPECT_EQ(device_numbers(5, 8, 0, 4), Numbers({1}));
}

TEST(DeviceNumbers, are_refused_where_there_are_fewer) {
  const auto error = encke::test::error_of([] { device_numbers(0, 1, 3, 2); });
  EXPECT_EQ(error.exit_code(), 16);
  EXPECT_STREQ(error.what(), "--devices 3: this machine has 2 GPUs");
}

TEST(DeviceNumbers, have_a_text) {
  EXPECT_EQ(text_of_devices({1}), "GPU 1");
  EXPECT_EQ(text_of_devices({2, 3}), "GPUs 2 and 3");
  EXPECT_EQ(text_of_devices({0, 1, 2, 3}), "GPUs 0 to 3");
  EXPECT_EQ(text_of_devices({0, 1, 3}), "GPUs 0, 1 and 3");
}

}  // namespace
}  // namespace device_numbers_test
