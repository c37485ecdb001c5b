#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>

namespace {

using encke::in_quotes;
using encke::printable;
using encke::shortened;
using namespace std::string_literals;

TEST(Printable, escapes_what_a_terminal_would_obey) {
  EXPECT_EQ(printable("\x1b]0;owned\x07"), "\\x1b]0;owned\\x07");
  EXPECT_EQ(printable("a\0b\x7f"s), "a\\x00b\\u007f");
  EXPECT_EQ(printable("a\nb\rc\td"), "a\\nb\\rc\\td");
  EXPECT_EQ(printable("\u009b31m \u0085"), "\\u009b31m \\u0085");
  EXPECT_EQ(printable("\u202egnp.\u2066\u2029"), "\\u202egnp.\\u2066\\u2029");
}

TEST(Printable, escapes_bytes_that_are_no_utf_8) {
  EXPECT_EQ(printable("\x9b"
                      "31m"),
            "\\x9b31m");
  EXPECT_EQ(printable("\xc2"), "\\xc2");
  EXPECT_EQ(printable("\xc2"
                      "a"),
            "\\xc2a");
  EXPECT_EQ(printable("\xc0\x9b"), "\\xc0\\x9b");                    // longer than it need be
  EXPECT_EQ(printable("\xe0\x82\x9b"), "\\xe0\\x82\\x9b");           // so is this
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // half of a pair of UTF-16
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // beyond Unicode
  EXPECT_EQ(printable("\xff"), "\\xff");
}

TEST(Printable, leaves_other_text_as_it_is_and_its_own_result_too) {
  for (const std::string text : {"rs12", "a\\x1b b", "Gärtner", "\u4e2d\u6587", "\U0001f33f", ""}) {
    EXPECT_EQ(printable(text), text);
  }
  EXPECT_EQ(printable(printable("\x1b\xff")), printable("\x1b\xff"));
}

TEST(Printable, keeps_the_ends_of_lines_where_it_is_asked_to) {
  EXPECT_EQ(encke::printable_lines("a\x1b\n\nb\u009b\n"), "a\\x1b\n\nb\\u009b\n");
  EXPECT_EQ(encke::printable_lines(""), "");
}

TEST(Printable, is_cut_between_characters) {
  EXPECT_EQ(shortened(std::string(40, 'x')), std::string(40, 'x'));
  EXPECT_EQ(shortened(std::string(41, 'x')), std::string(40, 'x').append("..."));
  EXPECT_EQ(shortened("abc\x1b", 5), "abc...");
  EXPECT_EQ(shortened("ab\u00e4", 3), "ab...");
  EXPECT_EQ(in_quotes("a\nb"), "'a\\nb'");
  EXPECT_LT(in_quotes(std::string(100'000'000, '\x1b')).size(), 50U);
}

TEST(Error, has_one_line_that_shows_no_control_characters) {
  const encke::Error error(encke::Failure::open, "a\nb\x1b[2J\xff: cannot open");
  EXPECT_STREQ(error.what(), "a\\nb\\x1b[2J\\xff: cannot open");
  const encke::MalformedInput input({.file = "x\ry", .line = 3}, "\u009b");
  EXPECT_STREQ(input.what(), "x\\ry:3: \\u009b");
  EXPECT_EQ(input.place().file, "x\ry");
}

TEST(Error, of_a_long_text_keeps_beginning_and_end) {
  const std::string path = "/first" + std::string(200'000, '\x1b') + "last";
  const std::string what = encke::Error(encke::Failure::open, path + ": cannot open").what();
  EXPECT_LT(what.size(), 9000U);
  EXPECT_TRUE(what.starts_with("/first\\x1b")) << what.substr(0, 20);
  EXPECT_TRUE(what.ends_with("last: cannot open"));
  EXPECT_NE(what.find("... "), std::string::npos);
}

}  // namespace
