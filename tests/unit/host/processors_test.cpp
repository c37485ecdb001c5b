#include <gtest/gtest.h>

#include <algorithm>
#include <encke/host/processors.hpp>
#include <span>
#include <thread>

#if defined(__linux__)

namespace {

using encke::processors_of_thread;

TEST(Processors, of_this_thread_ascend) {
  const auto mine = processors_of_thread();
  ASSERT_FALSE(mine.empty());
  EXPECT_GE(mine.front(), 0);
  EXPECT_EQ(std::ranges::adjacent_find(mine, std::ranges::greater_equal{}), mine.end());
}

TEST(Processors, of_a_thread_that_is_not_there_are_none) {
  EXPECT_TRUE(processors_of_thread(-1).empty());
}

TEST(Processors, are_bound_for_one_thread_alone) {
  const auto mine = processors_of_thread();
  std::vector<int> bound, refused;
  std::thread([&] {
    encke::bind_to(std::span(mine).last(1));
    bound = processors_of_thread();
    EXPECT_EQ(encke::count_processors(), 1);
    encke::bind_to({});  // the system refuses it
    refused = processors_of_thread();
  }).join();
  EXPECT_EQ(bound, std::vector{mine.back()});
  EXPECT_EQ(refused, bound);
  EXPECT_EQ(processors_of_thread(), mine);
}

}  // namespace
#endif
