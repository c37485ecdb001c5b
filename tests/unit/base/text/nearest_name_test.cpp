#include <gtest/gtest.h>

#include <encke/base/text/nearest_name.hpp>
#include <vector>

namespace encke {
namespace {

TEST(EditDistance, CountsInsertionsDeletionsReplacementsAndSwaps) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("way", "way"), 0U);
  EXPECT_EQ(edit_distance("wy", "way"), 1U);
  EXPECT_EQ(edit_distance("way", "may"), 1U);
  EXPECT_EQ(edit_distance("wya", "way"), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("sitting", "kitten"), 3U);
}

TEST(Suggestion, IsTheNearestOfTheKnown) {
  const std::vector<std::string_view> known = {"--threshold", "--threads", "--top", "--table"};
  EXPECT_EQ(suggestion("--treshold", known), "; did you mean --threshold?");
  EXPECT_EQ(suggestion("--thread", known), "; did you mean --threads?");
  EXPECT_EQ(suggestion("--tpo", known), "; did you mean --top?");
}

TEST(Suggestion, TakesTheBeginningOfANameForIt) {
  const std::vector<std::string_view> known = {"--histogram", "--how"};
  EXPECT_EQ(suggestion("--hi", known), "; did you mean --histogram?");
}

TEST(Suggestion, IsNoneWhereNothingIsNear) {
  const std::vector<std::string_view> known = {"--threshold", "--top"};
  EXPECT_EQ(suggestion("--completely-different", known), "");
  EXPECT_EQ(suggestion("--top", {}), "");
}

}  // namespace
}  // namespace encke
