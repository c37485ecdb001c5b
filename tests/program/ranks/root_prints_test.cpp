// All ranks work, one talks.
#include <gtest/gtest.h>

#include <map>

#include "ranked_program.hpp"

namespace encke::test {
namespace {

class RootPrints : public RankedProgram {
 protected:
  /// How often each event occurs in what --progress json prints.
  static std::map<std::string, int> events(const std::string& text) {
    std::map<std::string, int> count;
    for (const auto& line : lines_of(text)) {
      ++count[nlohmann::json::parse(line).at("event").get<std::string>()];
    }
    return count;
  }
  static int lines_with(const std::string& words, const std::string& text) {
    int count = 0;
    for (const auto& line : lines_of(text)) count += line.find(words) != std::string::npos ? 1 : 0;
    return count;
  }

  const std::string problem_ = "ccc --synthetic random --num-vectors 200 --num-fields 100 ";
};

TEST_F(RootPrints, of_a_plan) {
  on(3);
  const auto text = succeed("plan " + problem_ + "--progress json").out;
  ASSERT_EQ(events(text), (std::map<std::string, int>{{"plan", 1}}));
  const auto plan = nlohmann::json::parse(text);
  EXPECT_EQ(plan.at("tuples"), 199 * 100);
  EXPECT_EQ(lines_with("  work ", succeed("plan " + problem_).out), 1);
  EXPECT_TRUE(files().empty());
}

TEST_F(RootPrints, of_a_run_for_programs) {
  on(3);
  const auto text = succeed(problem_ + "--progress json").out;
  auto count = events(text);
  EXPECT_EQ(count["plan"], 1);
  EXPECT_EQ(count["summary"], 1);
  EXPECT_GE(count["progress"], 1);
  EXPECT_EQ(count.size(), 3U);
  double seconds = -1;  // those of one rank rise
  for (const auto& line : lines_of(text)) {
    const auto json = nlohmann::json::parse(line);
    if (json.at("event") != "progress") continue;
    EXPECT_GT(json.at("seconds"), seconds);
    seconds = json.at("seconds");
  }
}

TEST_F(RootPrints, of_a_run_for_people) {
  on(3);
  const auto text = succeed(problem_ + "--progress plain --verbose").out;
  for (const char* words :
       {"digest ", "peak memory ", " by a rank, ", "wrote encke.log", "wrote encke.edges.tsv"}) {
    EXPECT_EQ(lines_with(words, text), 1) << words << " in " << text;
  }
}

TEST_F(RootPrints, of_help_and_version) {
  on(3);
  EXPECT_EQ(lines_with("encke 0", succeed("--version").out), 1);
  EXPECT_EQ(lines_with("Usage:", succeed("--help").out), 1);
}

TEST_F(RootPrints, tells_of_the_memory_of_all_ranks) {
  on(3);
  succeed(problem_ + "--out three");
  on(0);
  succeed(problem_ + "--out one");
  const auto three = summary("three"), one = summary("one");
  const auto largest = three.at("memory_peak_bytes").get<std::int64_t>();
  const auto sum = three.at("memory_peak_sum_bytes").get<std::int64_t>();
  EXPECT_GT(largest, 1 << 20);
  EXPECT_GT(sum, largest + (2 << 20));  // the other two have a megabyte each at least
  EXPECT_LE(sum, 3 * largest);
  EXPECT_EQ(one.at("memory_peak_sum_bytes"), one.at("memory_peak_bytes"));
}

}  // namespace
}  // namespace encke::test
