#include "encke/help/wrap.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace encke::cli {
namespace {

TEST(Wrapped, is_one_line_where_that_is_enough) {
  EXPECT_EQ(wrapped("Names: ", {"a", "b"}, ", "), "Names: a, b\n");
  EXPECT_EQ(wrapped("Names: ", {"a"}, ", "), "Names: a\n");
  EXPECT_EQ(wrapped("Names:", {}, ", "), "Names:\n");
}

TEST(Wrapped, has_no_line_above_80_characters_and_every_item) {
  std::vector<std::string> items;
  for (int i = 0; i < 100; ++i) items.push_back("item-" + std::to_string(i));
  std::istringstream lines(wrapped("Items: ", items, ", "));
  std::string joined;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 80U);
    EXPECT_GT(line.size(), 60U * (line.ends_with("item-99") ? 0 : 1));
    joined += joined.empty() ? line : ' ' + line.substr(2);
  }
  std::string expected = "Items: item-0";
  for (int i = 1; i < 100; ++i) expected += ", item-" + std::to_string(i);
  EXPECT_EQ(joined, expected);
}

TEST(Wrapped, cuts_no_item) {
  const std::string item(100, 'x');
  EXPECT_EQ(wrapped("a: ", {"b", item, "c"}, ", "), "a: b,\n  " + item + ",\n  c\n");
}

TEST(Filled, has_all_words_in_lines_as_long_as_they_may_be) {
  EXPECT_EQ(filled("", 10), "");
  EXPECT_EQ(filled(" \n ", 10), "");
  EXPECT_EQ(filled("one", 10), "one");
  EXPECT_EQ(filled("one two three", 7), "one two\nthree");
  EXPECT_EQ(filled("one two three", 6), "one\ntwo\nthree");
  EXPECT_EQ(filled("one\ntwo  three\n", 80), "one two three");
  EXPECT_EQ(filled("a longer-than-the-line b", 5), "a\nlonger-than-the-line\nb");
}

}  // namespace
}  // namespace encke::cli
