#include <gtest/gtest.h>

#include <encke/base/text/text_column.hpp>

namespace encke {
namespace {

TEST(TextColumn, has_the_texts_that_were_added) {
  TextColumn column;
  EXPECT_TRUE(column.empty());
  EXPECT_EQ(column.longest(), 0U);
  for (const char* const text : {"", "A/C", "", "a longer one"}) column.add(text);
  ASSERT_EQ(column.size(), 4U);
  EXPECT_EQ(column[0], "");
  EXPECT_EQ(column[1], "A/C");
  EXPECT_EQ(column[2], "");
  EXPECT_EQ(column[3], "a longer one");
  EXPECT_EQ(column.longest(), 12U);
}

}  // namespace
}  // namespace encke
