#include <gtest/gtest.h>

#include <cmath>
#include <encke/io/traits/sample_numbers.hpp>

#include "support/files.hpp"

namespace encke::io {
namespace {

const std::vector<std::string> samples = {"F1 I1", "F2 I2", "F3 I3"};

class Numbers : public testing::Test {
 protected:
  SampleNumbers read(const std::string& text, const std::vector<std::string>& wanted = {}) {
    files_.write("c", text);
    return read_sample_numbers(files_.path("c"), wanted, samples);
  }

  TemporaryFiles files_;
};

TEST_F(Numbers, AreOfTheSamplesByFamilyAndName) {
  const auto found = read("FID IID AGE BMI\nF3 I3 30 -1.5e1\nF1 I1 +10 .5\nF9 I9 1 2\n");
  EXPECT_EQ(found.columns, (std::vector<std::string>{"AGE", "BMI"}));
  EXPECT_EQ(found.column(0, 3)[0], 10);
  EXPECT_TRUE(std::isnan(found.column(0, 3)[1]));
  EXPECT_EQ(found.column(0, 3)[2], 30);
  EXPECT_EQ(found.column(1, 3)[0], 0.5);
  EXPECT_EQ(found.column(1, 3)[2], -15);
  EXPECT_GT(found.record.bytes, 0);
}

TEST_F(Numbers, AreOfNamedColumnsInTheirOrder) {
  const auto found = read("#FID IID AGE BMI SEX\nF1 I1 1 2 3\n", {"SEX", "AGE"});
  EXPECT_EQ(found.columns, (std::vector<std::string>{"SEX", "AGE"}));
  EXPECT_EQ(found.column(0, 3)[0], 3);
  EXPECT_EQ(found.column(1, 3)[0], 1);
}

TEST_F(Numbers, NeedNoNamesAndNoFamilies) {
  const auto plain = read("F2\tI2\t7\t8\n\n");
  EXPECT_EQ(plain.columns, (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(plain.column(1, 3)[1], 8);
  const auto by_individual = read("#IID X\nI3 4\r\n");
  EXPECT_EQ(by_individual.column(0, 3)[2], 4);
}

TEST_F(Numbers, AreUnknownWhereTheFileSaysSo) {
  const auto found = read("FID IID A B C\nF1 I1 NA nan -9\n");
  for (const double x : found.values) EXPECT_TRUE(std::isnan(x));
}

TEST_F(Numbers, AreRefusedWithTheirLine) {
  const auto refused = [&](const std::string& text, std::initializer_list<std::string_view> words) {
    expect_error([&] { read(text); }, Failure::malformed, words);
  };
  refused("FID IID A\nF1 I1 1\nF2 I2 male\n", {"c", ":3:", "'male'", "A"});
  refused("FID IID A\nF1 I1 1\nF1 I1 2\n", {":3:", "F1 I1", "second"});
  refused("FID IID A B\nF1 I1 1\n", {":2:", "3 columns"});
  refused("FID IID A\nF1 I1 inf\n", {":2:", "'inf'"});
  refused("F1 I1 1e\n", {":1:", "'1e'"});
  refused("", {"empty"});
}

TEST_F(Numbers, NeedTheColumnsAskedFor) {
  const auto refused = [&](const std::string& text, const std::vector<std::string>& wanted,
                           std::initializer_list<std::string_view> words) {
    expect_error([&] { read(text, wanted); }, Failure::inconsistent, words);
  };
  refused("FID IID A B\nF1 I1 1 2\n", {"C"}, {"no column is named C", "there are A, B"});
  refused("FID IID A A\nF1 I1 1 2\n", {"A"}, {"2 columns", "A"});
  refused("F1 I1 1\n", {"A"}, {"column names"});
  refused("FID IID\nF1 I1\n", {}, {"no column", "behind FID and IID"});
  refused("#FID\nF1\n", {"A"}, {"no column"});  // one column: its end was passed
  expect_error([] { read_sample_numbers("/no/such/file", {}, samples); }, Failure::open,
               {"/no/such/file"});
}

}  // namespace
}  // namespace encke::io
