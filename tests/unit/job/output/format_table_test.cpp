#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <encke/job/output/format_table.hpp>
#include <encke/job/request/input_table.hpp>
#include <memory>
#include <string>
#include <vector>

namespace encke::job {
namespace {

TEST(FormatTable, says_where_a_row_is_missing) {
  EXPECT_EQ(format_row(Format::abc).name, "abc");
  EXPECT_EQ(input_row(Input::bgen).option, "--bgen");
  try {
    format_row(static_cast<Format>(format_table().size()));
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "a format has no row in format_table.cpp");
  }
  try {
    input_row(static_cast<Input>(input_table().size()));
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "an input has no row in input_table.cpp");
  }
}

TEST(FormatTable, says_of_each_format_how_it_is_made_and_how_long_its_values_are) {
  for (const FormatRow& row : format_table()) {
    EXPECT_NE(row.make, nullptr) << row.name;
    EXPECT_NE(row.bytes_of_value, nullptr) << row.name;
  }
}

TEST(FormatTable, expects_lines_as_long_as_those_that_are_printed) {
  Request request;
  request.metric = "r2";
  const TextLengths lengths{.name = 6};
  const auto ids = std::make_shared<const std::vector<std::string>>(3, "sample");
  for (const Format format : {Format::edges, Format::abc, Format::packed}) {
    request.format = format;
    const FormatRow& row = format_of(request);
    const sink::EdgeLines lines(row.lines, ids, SinkInfo{.way = 2, .vectors = 3});
    std::vector<char> text(lines.longest());
    const Hit<2> hit{.index = {{0, 1}}, .value = 1. / 3};
    const auto printed = static_cast<double>(lines.print(text.data(), hit) - text.data());
    EXPECT_NEAR(row.bytes_of_line(request, lengths), printed, 2) << row.name;
  }
}

}  // namespace
}  // namespace encke::job
