#include "encke/report/left_out.hpp"

#include <gtest/gtest.h>

#include "encke/report/summary.hpp"

namespace encke::cli {
namespace {

/// 1,000 pairs in a second, of which 300 are of equal vectors, 200 are left out by frequencies and
/// 400 after a quarter of their samples.
Report some_pairs() {
  Report report;
  report.tuples = 1000;
  report.comparisons = 4e6;
  report.seconds = 1;
  report.tuples_of_equal = 300;
  report.tuples_left_out = 200;
  report.tuples_left_early = 400;
  report.tuples_spared_early = 300;
  return report;
}

TEST(LeftOut, is_what_was_not_compared) {
  const Report report = some_pairs();
  EXPECT_TRUE(left_something_out(report));
  EXPECT_DOUBLE_EQ(share_left(report), 0.2);
  EXPECT_DOUBLE_EQ(report.comparisons_per_second(), 4e6);
  EXPECT_DOUBLE_EQ(computed_per_second(report), 8e5);
  EXPECT_EQ(left_out_text(report),
            "300 tuples of vectors equal to others, 200 tuples by their vectors' frequencies, 400 "
            "tuples after a part of their samples: 20 % of the comparisons left, computed at "
            "8.00e+05 comparisons/s");
}

TEST(LeftOut, names_only_the_steps_that_left_something_out) {
  Report report = some_pairs();
  report.tuples_left_out = report.tuples_left_early = 0;
  report.tuples_spared_early = 0;
  EXPECT_TRUE(left_out_text(report).starts_with(
      "300 tuples of vectors equal to others: 70 % of the comparisons left"));
  report.tuples_of_equal = 0;
  EXPECT_FALSE(left_something_out(report));
  EXPECT_DOUBLE_EQ(share_left(report), 1);
  EXPECT_DOUBLE_EQ(share_left(Report()), 1);
}

TEST(LeftOut, is_told_of_triples_by_their_pairs) {
  Report report = some_pairs();
  report.way = 3;
  report.tuples_of_equal = report.tuples_left_early = 0;
  report.tuples_spared_early = 0;
  EXPECT_TRUE(
      left_out_text(report).starts_with("200 tuples not computed, because a pair tells that "
                                        "they cannot pass: 80 % left, computed at 3.20e+06"));
}

TEST(LeftOut, is_in_the_summary_as_numbers) {
  job::Outcome outcome;
  outcome.request.metric = "ccc";
  outcome.report = some_pairs();
  const auto left_out = summary_json(outcome, "encke ccc").at("left_out");
  EXPECT_EQ(left_out.at("tuples_of_equal"), 300);
  EXPECT_EQ(left_out.at("tuples_left_out"), 200);
  EXPECT_EQ(left_out.at("tuples_left_early"), 400);
  EXPECT_DOUBLE_EQ(left_out.at("share_left").get<double>(), 0.2);
  EXPECT_DOUBLE_EQ(left_out.at("computed_per_second").get<double>(), 8e5);
}

}  // namespace
}  // namespace encke::cli
