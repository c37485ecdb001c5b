#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <encke/job/request/options/value.hpp>

namespace encke::job {
namespace {

constexpr Index most = Index{1} << 40;

Index mebibytes(const std::string& text, Index largest = most) {
  return OptionValue{"--memory", text}.mebibytes(largest);
}

TEST(Memory, is_in_mebibytes_or_has_a_unit) {
  EXPECT_EQ(mebibytes("1"), 1);
  EXPECT_EQ(mebibytes("300"), 300);
  EXPECT_EQ(mebibytes("500M"), 500);
  EXPECT_EQ(mebibytes("8G"), 8192);
  EXPECT_EQ(mebibytes("8GB"), 8192);
  EXPECT_EQ(mebibytes("8GiB"), 8192);
  EXPECT_EQ(mebibytes("2T"), 2 << 20);
}

TEST(Memory, is_refused_where_it_is_something_else) {
  for (const char* text : {"", "0", "-1", "8K", "8g", "8Gb", "8GB ", "G", "8.5G", "8GG", "1e3",
                           "0G", "9223372036854775807T", "99999999999999999999"}) {
    EXPECT_THROW(mebibytes(text), Error) << text;
  }
}

TEST(Memory, is_no_more_than_there_can_be) {
  EXPECT_EQ(mebibytes("8G", 8192), 8192);
  EXPECT_THROW(mebibytes("8G", 8191), Error);
  EXPECT_THROW(mebibytes("8193", 8192), Error);
}

}  // namespace
}  // namespace encke::job
