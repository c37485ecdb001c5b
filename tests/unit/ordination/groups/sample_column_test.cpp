#include <gtest/gtest.h>

#include <encke/ordination/groups/grouping.hpp>

#include "support/files.hpp"
#include "support/inputs/packed.hpp"

namespace encke::ordination {
namespace {

using io::expect_error;
using Names = std::vector<std::string>;

class SampleColumnTest : public ::testing::Test {
 protected:
  Names read(std::string_view text, const Names& ids, const std::string& column = "site") {
    return read_sample_column(files_.write("m.tsv", text), column, ids).values;
  }
  std::string message_of(std::string_view text) {
    try {
      read(text, {"x", "y"});
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
  io::TemporaryFiles files_;
};

TEST_F(SampleColumnTest, IsInTheOrderOfTheSamples) {
  const std::string text =
      "sample-id\tage\tsite\n#q2:types\tnumeric\tcategorical\nx\t1\tgut\ny\t2\t\"left palm\"\n"
      "\nz\t3\tNA\nw\t4\t\n";
  EXPECT_EQ(read(text, {"y", "x"}), (Names{"left palm", "gut"}));
  EXPECT_EQ(read(text, {"z", "w", "x"}), (Names{"", "", "gut"}));
  EXPECT_EQ(read(text, {"x"}, "age"), Names{"1"});
  EXPECT_EQ(read("#SampleID\tsite\nx\tgut\n", {"x"}), Names{"gut"});
  const std::string packed = test::gzipped(text);
  if (!packed.empty()) {
    EXPECT_EQ(read(packed, {"x"}), Names{"gut"});
  }
}

TEST_F(SampleColumnTest, BadTablesAreRefused) {
  const auto refuse = [&](std::string_view text, Failure failure,
                          std::initializer_list<std::string_view> words) {
    expect_error([&] { read(text, {"x", "y"}); }, failure, words);
  };
  refuse("", Failure::malformed, {"empty"});
  refuse("id\tsite\nx\tgut\ny\n", Failure::malformed, {":3:", "1 cells", "2 expected"});
  refuse("id\tsite\nx\tgut\nx\tgut\n", Failure::malformed, {":3:", "'x'", "second time"});
  refuse("id\tage\tbody\nx\t1\t2\n", Failure::inconsistent, {"'site'", "'age', 'body'"});
  refuse("age\tsite\nx\t1\tgut\n", Failure::malformed, {":2:", "which R leaves out"});
  refuse("site\tage\nx\tgut\t1\n", Failure::inconsistent, {"'age' (the first", "which R leaves"});
  EXPECT_EQ(message_of("id\tsite\nx\tgut\t\n").find("which R"), std::string::npos);
  EXPECT_EQ(message_of("id\tsite\nx\tgut\ny\ta\tb\n").find("which R"), std::string::npos);
  refuse("site\nx\n", Failure::inconsistent, {"'site'", "none"});
  refuse("id\tsite\nx\tgut\n", Failure::inconsistent, {"1 of the 2 samples", "'y'"});
}

TEST(GroupingTest, NamesAreSorted) {
  const Grouping grouping = grouping_of({"b", "a", "b", "c"});
  EXPECT_EQ(grouping.names, (Names{"a", "b", "c"}));
  EXPECT_EQ(grouping.of, (std::vector<Index>{1, 0, 1, 2}));
  EXPECT_EQ(grouping.sizes, (std::vector<Index>{1, 2, 1}));
}

TEST(GroupingTest, SamplesOfUnknownGroupsAreDroppedOrNamed) {
  Distances distances{.ids = {"a", "b", "c", "d"}, .values = {1, 2, 3, 4, 5, 6}};
  Names values = {"x", "", "y", "x"};
  expect_error([&] { refuse_unknown(distances.ids, values, "site"); }, Failure::inconsistent,
               {"'site' of 'b'", "--unknown drop"});
  EXPECT_EQ(drop_unknown(distances, values), 1);
  EXPECT_EQ(distances.ids, (Names{"a", "c", "d"}));
  EXPECT_EQ(distances.values, (std::vector<double>{2, 3, 6}));
  EXPECT_EQ(values, (Names{"x", "y", "x"}));
  refuse_unknown(distances.ids, values, "site");
}

}  // namespace
}  // namespace encke::ordination
