#include "bench/stages/shift.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

TEST(BenchShift, tells_of_each_size_of_message_and_of_a_sum) {
  std::vector<nlohmann::ordered_json> lines;
  encke::bench::shift_messages(2, [&](const auto& line) { lines.push_back(line); });
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines.back().at("task"), "sum");
  lines.pop_back();
  std::size_t previous = 0;
  for (const auto& line : lines) {
    EXPECT_EQ(line.at("task"), "shift");
    EXPECT_EQ(line.at("ranks"), 1);
    EXPECT_GT(line.at("bytes"), previous);
    EXPECT_GT(line.at("seconds"), 0);
    EXPECT_GE(line.at("spread"), 1);
    previous = line.at("bytes");
  }
}

}  // namespace
