#include "bench/options.hpp"

#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <string>
#include <vector>

namespace {

using encke::Precision;
using encke::bench::Case;
using encke::bench::MetricName;
using encke::bench::Options;
using encke::bench::parse_options;
using encke::bench::Task;

void expect_refused(const std::vector<std::string>& arguments, const std::string& message) {
  try {
    parse_options(arguments);
    ADD_FAILURE() << "accepted; expected: " << message;
  } catch (const encke::Error& error) {
    EXPECT_EQ(error.failure(), encke::Failure::command_line);
    EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
  }
}

TEST(BenchOptions, read_a_whole_case) {
  const Options options = parse_options(
      {"--metric", "ccc",       "--way",       "3",           "--vectors", "300",       "--fields",
       "1000",     "--missing", "0.02",        "--threads",   "2",         "--backend", "reference",
       "--level",  "x86-64-v3", "--threshold", "0.25",        "--repeats", "7",         "--seed",
       "9",        "--block",   "32",          "--precision", "f32",       "--json"});
  Case expected;
  expected.way = 3;
  expected.vectors = 300;
  expected.fields = 1000;
  expected.missing = 0.02;
  expected.threads = 2;
  expected.backend = "reference";
  expected.level = "x86-64-v3";
  expected.threshold = 0.25;
  expected.repeats = 7;
  expected.seed = 9;
  expected.block = 32;
  expected.precision = Precision::float32;
  EXPECT_EQ(options.what, expected);
  EXPECT_EQ(options.task, Task::measure);
  EXPECT_TRUE(options.json);
}

TEST(BenchOptions, read_back_what_the_suite_passes_to_its_rows) {
  for (Case row : encke::bench::standard_cases()) {
    row.threads = 3;
    row.threshold = 0.1;
    EXPECT_EQ(parse_options(encke::bench::arguments_of(row)).what, row);
  }
}

TEST(BenchOptions, unifrac_is_of_pairs_of_whole_profiles) {
  expect_refused({"--metric", "unifrac", "--way", "3"}, "--way");
  expect_refused({"--metric", "unifrac", "--missing", "0.1"}, "--missing");
}

TEST(BenchOptions, precision_is_single_for_profiles_and_double_for_genotypes_unless_given) {
  EXPECT_EQ(parse_options({}).what.precision, Precision::float64);
  EXPECT_EQ(parse_options({"--metric", "ps"}).what.precision, Precision::float32);
  EXPECT_EQ(parse_options({"--metric", "ps", "--precision", "f64"}).what.precision,
            Precision::float64);
}

TEST(BenchOptions, take_whole_numbers_of_profiles_alone) {
  EXPECT_EQ(parse_options({"--metric", "ps", "--precision", "u8"}).what.counts,
            encke::Element::count8);
  EXPECT_EQ(parse_options({"--metric", "ps"}).what.counts, std::nullopt);
  expect_refused({"--precision", "u8"}, "--precision u8");
}

TEST(BenchOptions, name_the_task) {
  EXPECT_EQ(parse_options({"--suite"}).task, Task::suite);
  EXPECT_EQ(parse_options({"--roofline"}).task, Task::roofline);
  EXPECT_EQ(parse_options({"--read-bed"}).task, Task::read_bed);
  EXPECT_EQ(parse_options({"--shift"}).task, Task::shift);
  const Options schedule = parse_options({"--schedule", "10000", "--way", "3"});
  EXPECT_EQ(schedule.task, Task::schedule);
  EXPECT_EQ(schedule.ring, 10000);
  const Options store = parse_options({"--store", "1000"});
  EXPECT_EQ(store.task, Task::store);
  EXPECT_EQ(store.hits, 1000);
  const Options help = parse_options({"--help"});
  EXPECT_EQ(help.task, Task::help);
  EXPECT_NE(help.help.find("--fields"), std::string::npos);
}

TEST(BenchOptions, a_suite_knows_which_options_were_given) {
  EXPECT_FALSE(parse_options({"--suite"}).threads_given);
  EXPECT_TRUE(parse_options({"--suite", "--threads", "1"}).threads_given);
  EXPECT_FALSE(parse_options({"--suite"}).repeats_given);
  EXPECT_TRUE(parse_options({"--suite", "--repeats", "5"}).repeats_given);
}

TEST(BenchOptions, refuse_what_is_unknown_or_out_of_range_and_name_it) {
  expect_refused({"--frob"}, "--frob");
  expect_refused({"--metric", "foo"}, "--metric");
  expect_refused({"--way", "4"}, "--way");
  expect_refused({"--vectors", "abc"}, "--vectors");
  expect_refused({"--vectors", "2"}, "--vectors");
  expect_refused({"--fields", "0"}, "--fields");
  expect_refused({"--missing", "1.5"}, "--missing");
  expect_refused({"--repeats", "0"}, "--repeats");
  expect_refused({"--threads", "-1"}, "--threads");
  expect_refused({"--precision", "f16"}, "--precision");
  expect_refused({"--threshold", "abc"}, "--threshold");
  expect_refused({"--threshold", "nan"}, "--threshold: expected a number");
}

TEST(BenchOptions, refuse_options_that_do_not_fit_together) {
  expect_refused({"--metric", "ps", "--missing", "0.1"}, "profiles");
  expect_refused({"--metric", "sorenson", "--missing", "0.1"}, "sets");
  expect_refused({"--suite", "--way", "2"}, "rows of --suite are fixed");
  expect_refused({"--suite", "--roofline"}, "excludes");
  expect_refused({"--roofline", "--read-bed"}, "excludes");
  expect_refused({"--shift", "--schedule", "4"}, "excludes");
  expect_refused({"--store", "10", "--suite"}, "excludes");
  expect_refused({"--schedule", "0"}, "--schedule");
}

TEST(BenchCase, default_threshold_depends_on_the_metric_and_yields_to_a_given_one) {
  Case what;
  EXPECT_EQ(threshold_of(what), 0.7);
  what.metric = MetricName::ps;
  EXPECT_EQ(threshold_of(what), 0.9);
  what.threshold = 0.5;
  EXPECT_EQ(threshold_of(what), 0.5);
}

}  // namespace
