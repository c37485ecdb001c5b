#include <gtest/gtest.h>

#include <cmath>
#include <encke/base/error.hpp>
#include <encke/sink/collect.hpp>
#include <encke/sink/kinship/first_values.hpp>
#include <encke/sink/kinship/kin_table.hpp>
#include <encke/sink/kinship/sample_text.hpp>
#include <sstream>

#include "support/scratch.hpp"

namespace encke::sink {
namespace {

class KinTableFile : public test::Scratch {};

Ids ids(std::vector<std::string> names) {
  return std::make_shared<const std::vector<std::string>>(std::move(names));
}

/// The four values of a pair, as King has them.
std::vector<Hit<2>> pair(std::uint32_t i, std::uint32_t j, double kinship, double present,
                         double het_het, double ibs0) {
  return {{{i, j}, 0, kinship}, {{i, j}, 1, present}, {{i, j}, 2, het_het}, {{i, j}, 3, ibs0}};
}

const SinkInfo three_samples = {.way = 2, .cells = 4, .vectors = 3, .all = true};

TEST_F(KinTableFile, writes_what_plink_writes) {
  KinTable table(path("t"), ids({"a 1", "b 2", "3"}));
  table.begin(three_samples);
  table.take(pair(1, 2, std::nan(""), 7, 0, 7));
  table.take(pair(0, 2, 0.25, 1'000'000, 123'456.0, 0));
  auto last = pair(0, 1, -0.01953125, 2000, 151, 69);
  std::swap(last[0], last[3]);  // in any order
  table.take(last);
  table.finish();
  EXPECT_EQ(bytes_of(path("t.kin0")),
            "#FID1\tIID1\tFID2\tIID2\tNSNP\tHETHET\tIBS0\tKINSHIP\n"
            "b\t2\ta\t1\t2000\t0.0755\t0.0345\t-0.0195312\n"
            "0\t3\ta\t1\t1000000\t0.123456\t0\t0.25\n"
            "0\t3\tb\t2\t7\t0\t1\tnan\n");
  EXPECT_EQ(table.selected()->hits, 3);
}

TEST_F(KinTableFile, rounds_what_is_nearly_halfway_to_the_even_digit) {
  KinTable table(path("t"), nullptr);
  table.begin({.way = 2, .cells = 4, .vectors = 6});
  std::uint32_t j = 1;
  for (const double kinship : {0.5 - 0.6890625, -0.1859375, 0.1234565, 0.1234575, 0.12345650001}) {
    table.take(pair(0, j++, kinship, 4, 1, 0));
  }
  table.finish();
  std::istringstream lines(bytes_of(path("t.kin0")));
  std::string line, kinships;
  while (std::getline(lines, line)) kinships += line.substr(line.rfind('\t'));
  EXPECT_EQ(kinships, "\tKINSHIP\t-0.189062\t-0.185938\t0.123456\t0.123458\t0.123457");
}

TEST_F(KinTableFile, numbers_samples_without_names_and_flushes) {
  KinTable table(path("t"), nullptr);
  table.begin(three_samples);
  table.take(pair(0, 1, 0.5, 4, 4, 0));
  table.flush_before(1);
  table.take(pair(1, 2, 0, 4, 0, 0));
  table.finish();
  EXPECT_EQ(bytes_of(path("t.kin0")),
            "#FID1\tIID1\tFID2\tIID2\tNSNP\tHETHET\tIBS0\tKINSHIP\n"
            "0\t1\t0\t0\t4\t1\t0\t0.5\n"
            "0\t2\t0\t1\t4\t0\t0\t0\n");
}

TEST_F(KinTableFile, refuses_other_values_and_incomplete_lines) {
  KinTable of_one(path("t"), nullptr);
  EXPECT_THROW(of_one.begin({.way = 2, .cells = 1, .vectors = 3}), Error);
  KinTable of_two_names(path("t"), ids({"a", "b"}));
  EXPECT_THROW(of_two_names.begin(three_samples), Error);
  KinTable incomplete(path("t"), nullptr);
  incomplete.begin(three_samples);
  auto three = pair(0, 1, 0.5, 4, 4, 0);
  three[2] = {{1, 2}, 0, 0.1};
  incomplete.take(three);
  EXPECT_THROW(incomplete.finish(), Error);
}

TEST(FirstValues, passes_on_the_first_value_of_each_tuple) {
  Collect collect;
  FirstValues first(collect);
  first.begin(three_samples);
  EXPECT_EQ(collect.info().cells, 1);
  first.take(pair(0, 1, 0.5, 4, 4, 0));
  first.take(pair(0, 2, 0.25, 4, 4, 0));
  first.finish();
  ASSERT_EQ(collect.pairs().size(), 2u);
  EXPECT_EQ(collect.pairs()[1], (Hit<2>{{0, 2}, 0, 0.25}));
  EXPECT_EQ(first.selected()->hits, 2);
}

TEST(SampleText, has_the_columns_of_a_sample) {
  EXPECT_EQ(sample_columns(ids({"f i"}), 0), "f\ti");
  EXPECT_EQ(sample_columns(ids({"i"}), 0), "0\ti");
  EXPECT_EQ(sample_columns(nullptr, 4), "0\t4");
}

TEST(SampleText, has_one_name_each) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(one_name_each({"f 1", "f 2", "3"}), (Names{"1", "2", "3"}));
  EXPECT_EQ(one_name_each({"f 1", "g 1"}), (Names{"f_1", "g_1"}));
}

}  // namespace
}  // namespace encke::sink
