#include <encke/io/table/table.hpp>
#include <encke/io/value_range.hpp>
#include <encke/pack/packers.hpp>

#include "support/files.hpp"

namespace encke::io {
namespace {

ValueRange range_of(const std::string& cells) {
  const TemporaryFiles files;
  const auto source = open_table(files.write("t.tsv", "id\ta\tb\n" + cells), Element::float64);
  return value_range(*source, {0, source->vectors()});
}

std::optional<Element> element_for(const std::string& cells) {
  return exact_element(range_of(cells));
}

TEST(ValueRange, IsOfAllVectorsAskedFor) {
  const ValueRange range = range_of("u\t1\t250\nv\t200\t99\n");
  EXPECT_TRUE(range.whole);
  EXPECT_EQ(range.largest, 250);
  EXPECT_EQ(range.largest_sum, 299);
  const TemporaryFiles files;
  const auto source =
      open_table(files.write("t.tsv", "id\ta\nu\t7\nv\t0.5\nw\t9\n"), Element::float64);
  EXPECT_EQ(value_range(*source, {0, 1}).largest, 7);
  EXPECT_TRUE(value_range(*source, {2, 3}).whole);
  EXPECT_FALSE(value_range(*source, {1, 2}).whole);
  EXPECT_TRUE(value_range(*source, {3, 3}).whole);
}

TEST(ExactElement, IsTheNarrowestThatHoldsTheNumbers) {
  EXPECT_EQ(element_for("u\t0\t0\n"), Element::bit);
  EXPECT_EQ(element_for("u\t1\t0\n"), Element::bit);
  EXPECT_EQ(element_for("u\t2\t0\n"), Element::count2);
  EXPECT_EQ(element_for("u\t3\t0\n"), Element::count2);
  EXPECT_EQ(element_for("u\t4\t0\n"), Element::count3);
  EXPECT_EQ(element_for("u\t7.0\t0\n"), Element::count3);
  EXPECT_EQ(element_for("u\t8\t0\n"), Element::count8);
  EXPECT_EQ(element_for("u\t255\t0\n"), Element::count8);
  EXPECT_EQ(element_for("u\t256\t0\n"), Element::count16);
  EXPECT_EQ(element_for("u\t65535\t0\n"), Element::count16);
}

TEST(ExactElement, IsNoneForFractionsLargeNumbersAndLargeSums) {
  EXPECT_EQ(element_for("u\t65536\t0\n"), std::nullopt);
  EXPECT_EQ(element_for("u\t1\t0.5\n"), std::nullopt);
  EXPECT_EQ(element_for("u\t1\t1e300\n"), std::nullopt);
  EXPECT_EQ(exact_element({true, 3, 1e9}), std::nullopt);
}

TEST(ReadTable, TakesCountsThatFitAndSaysWhereOneDoesNot) {
  const TemporaryFiles files;
  const auto path = files.write("t.tsv", "id\ta\tb\nu\t1\t255\nv\t0\t7\n");
  const Dataset data = read_table(path, Element::count8);
  EXPECT_EQ(pack::count(data.vectors, 0, 1), 255);
  EXPECT_EQ(data.vectors.x_sum(1), 7);
  const auto refuse = [&](const std::string& cell, std::string_view found) {
    const auto bad = files.write("bad.tsv", "id\ta\tb\nu\t1\t2\nv\t0\t" + cell + "\n");
    expect_error([&] { read_table(bad, Element::count8); }, Failure::malformed,
                 {"bad.tsv:3:3", found, "a whole number from 0 to 255 expected"});
  };
  refuse("300", "300 found");
  refuse("-1", "-1 found");
  refuse("1.5", "1.5 found");
  refuse("inf", "inf found");
}

}  // namespace
}  // namespace encke::io
