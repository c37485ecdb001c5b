#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <encke/base/digest.hpp>
#include <limits>
#include <random>
#include <set>
#include <vector>

namespace encke::test::digest_test {
namespace {

using encke::Array;
using encke::Digest;

using Pair = Array<std::uint32_t, 2>;
using Triple = Array<std::uint32_t, 3>;

Digest of(Pair index, std::uint32_t cell, double value) {
  Digest digest;
  digest.add(index, cell, value);
  return digest;
}

TEST(Digest, starts_as_zeros) { EXPECT_EQ(Digest{}.text(), "00000000000000000000000000000000"); }

TEST(Digest, has_32_lower_case_hexadecimal_digits) {
  const std::string text = of({{1, 2}}, 0, 0.5).text();
  EXPECT_EQ(text.size(), 32u);
  EXPECT_EQ(text.find_first_not_of("0123456789abcdef"), std::string::npos);
}

TEST(Digest, is_the_same_on_every_machine_and_in_every_version) {
  EXPECT_EQ(of({{0, 1}}, 0, 1.0).text(), "3c11dece9dab6104ddb559893d08e92f");
  Digest triple;
  triple.add(Triple{{3, 5, 4294967295u}}, 7, 0.7);
  EXPECT_EQ(triple.text(), "bf1a9631c1eee861bb391018807c5a0e");
}

TEST(Digest, of_rows_is_that_of_their_tuples) {
  Digest tuples, rows;
  for (std::uint32_t first = 0; first < 3; ++first) {
    for (std::uint32_t cell = 0; cell < 4; ++cell) {
      const Digest::Row<2> pair_row(Pair{{first, 99}}, cell);
      const Digest::Row<3> triple_row(Triple{{first, first + 7, 99}}, cell);
      for (const std::uint32_t last : {8u, 4294967295u}) {
        tuples.add(Pair{{first, last}}, cell, last / 3.0);
        rows.add(pair_row, last, last / 3.0);
        tuples.add(Triple{{first, first + 7, last}}, cell, -0.0);
        rows.add(triple_row, last, -0.0);
      }
    }
  }
  EXPECT_EQ(rows, tuples);
}

TEST(Digest, does_not_depend_on_the_order_or_the_grouping_of_values) {
  struct Value {
    Pair index;
    std::uint32_t cell;
    double value;
  };
  std::mt19937 random(1);
  std::vector<Value> values;
  for (std::uint32_t i = 0; i < 500; ++i) values.push_back({{{i, i + 1}}, i % 4, i / 7.0});
  Digest once;
  for (const auto& v : values) once.add(v.index, v.cell, v.value);
  for (int trial = 0; trial < 20; ++trial) {
    std::shuffle(values.begin(), values.end(), random);
    Digest parts[3];
    for (const auto& v : values) parts[random() % 3].add(v.index, v.cell, v.value);
    Digest together = parts[2];
    together.add(parts[0]);
    together.add(parts[1]);
    EXPECT_EQ(together, once);
  }
}

TEST(Digest, changes_with_every_single_input) {
  std::set<std::string> seen;
  const double next = std::nextafter(0.5, 1.0);
  seen.insert(of({{1, 2}}, 0, 0.5).text());
  seen.insert(of({{2, 1}}, 0, 0.5).text());
  seen.insert(of({{1, 3}}, 0, 0.5).text());
  seen.insert(of({{0, 2}}, 0, 0.5).text());
  seen.insert(of({{1, 2}}, 1, 0.5).text());
  seen.insert(of({{1, 2}}, 0, next).text());
  seen.insert(of({{1, 2}}, 0, -0.5).text());
  seen.insert(of({{1, 2}}, 0, 0.0).text());
  seen.insert(of({{1, 2}}, 0, -0.0).text());
  seen.insert(of({{1, 2}}, 0, std::numeric_limits<double>::quiet_NaN()).text());
  Digest triple;
  triple.add(Triple{{1, 2, 0}}, 0, 0.5);
  seen.insert(triple.text());
  EXPECT_EQ(seen.size(), 11u);
}

TEST(Digest, tells_apart_values_that_were_exchanged_between_tuples) {
  Digest right = of({{0, 1}}, 0, 0.25);
  right.add(Pair{{0, 2}}, 0, 0.75);
  Digest exchanged = of({{0, 1}}, 0, 0.75);
  exchanged.add(Pair{{0, 2}}, 0, 0.25);
  EXPECT_NE(right, exchanged);
}

TEST(Digest, counts_how_often_a_value_came) {
  Digest twice = of({{0, 1}}, 0, 0.25);
  twice.add(twice);
  EXPECT_NE(twice, of({{0, 1}}, 0, 0.25));
  EXPECT_NE(twice, Digest{});
}

TEST(Digest, is_the_same_for_any_integer_type_of_the_indices) {
  Digest wide;
  wide.add(Array<std::int64_t, 2>{{7, 4000000000}}, 3, 1.5);
  EXPECT_EQ(wide, of({{7, 4000000000u}}, 3, 1.5));
}

TEST(Digest, of_many_small_inputs_never_repeats) {
  std::set<std::string> seen;
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < 40; ++i) {
    for (std::uint32_t j = i + 1; j < 40; ++j) {
      for (std::uint32_t cell = 0; cell < 4; ++cell) {
        for (const double value : {0.0, 0.5, 1.0}) {
          seen.insert(of({{i, j}}, cell, value).text());
          ++count;
        }
      }
    }
  }
  EXPECT_EQ(seen.size(), count);
}

}  // namespace
}  // namespace encke::test::digest_test
