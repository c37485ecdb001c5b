#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <encke/metric/builtin.hpp>
#include <limits>
#include <numeric>
#include <sstream>

#include "support/genotypes.hpp"
#include "support/values.hpp"

namespace {

using encke::Ccc;
using encke::Digest;
using encke::Element;
using encke::Hit;
using encke::Index;
using encke::PackedVectors;
using encke::Plan;
using encke::Precision;
using encke::Ps;
using encke::test::pack;
using encke::test::random_genotypes;
using encke::test::report_of;
using encke::test::values_of;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

PackedVectors some_genotypes() { return pack(random_genotypes(70, 90, 0.02, 1)); }

template <int Way>
Digest digest_of(const std::vector<Hit<Way>>& hits) {
  Digest digest;
  for (const auto& hit : hits) digest.add(hit.index, hit.cell, hit.value);
  return digest;
}

TEST(Threshold, above_a_threshold_is_strict_and_without_nan) {
  const auto threshold = encke::above(0.5);
  EXPECT_FALSE(threshold.keeps(0.5));
  EXPECT_TRUE(threshold.keeps(std::nextafter(0.5, 1.0)));
  EXPECT_FALSE(threshold.keeps(nan));
  EXPECT_FALSE(encke::above(-std::numeric_limits<double>::infinity()).keeps(nan));
}

TEST(Threshold, by_p_value_has_a_threshold_for_each_number_of_degrees_of_freedom) {
  const auto p_values = encke::p_value_up_to(0.001).p_values;
  for (int df = 1; df <= 40; ++df) {  // beyond 26 it is worked out
    double above = 0;
    while (encke::chi_squared_tail(above, df) > 0.001) above += 0.25;
    EXPECT_TRUE(p_values.keeps(above, df)) << df;
    EXPECT_FALSE(p_values.keeps(above - 0.25, df)) << df;
    EXPECT_FALSE(p_values.keeps(nan, df)) << df;
  }
  EXPECT_FALSE(p_values.keeps(1e300, 0));
  EXPECT_TRUE(encke::p_value_up_to(1).p_values.keeps(0, 0));
  EXPECT_LT(encke::p_value_up_to(0.001).floor, encke::chi_squared_cut_off(0.001, 1));
}

TEST(Threshold, by_p_value_is_refused_for_values_without_degrees_of_freedom) {
  const Plan plan{.threshold = encke::p_value_up_to(0.01)};
  const auto error = encke::test::error_of([&] { values_of<2>(Ccc{}, some_genotypes(), plan); });
  EXPECT_EQ(error.failure(), encke::Failure::inconsistent) << error.what();
}

TEST(Threshold, of_everything_keeps_nan_too) {
  EXPECT_TRUE(encke::everything().keeps(nan));
  EXPECT_TRUE(encke::everything().keeps(-1));
}

TEST(Threshold, leaves_out_tuples_with_two_vectors_of_a_group) {
  const auto vectors = some_genotypes();
  std::vector<std::uint32_t> groups(70);
  for (std::uint32_t v = 0; v < 70; ++v) groups[v] = v / 3;
  const auto apart = [&](auto& hit) {
    for (int v = 1; v < hit.index.size(); ++v) {
      if (groups[hit.index[v - 1]] == groups[hit.index[v]]) return false;  // they ascend
    }
    return true;
  };
  Plan plan{.threshold = encke::above(0.3),
            .groups = std::make_shared<const std::vector<std::uint32_t>>(groups)};
  auto pairs = values_of<2>(Ccc{}, vectors, {.threshold = plan.threshold});
  const auto all = pairs.size();
  std::erase_if(pairs, [&](const auto& hit) { return !apart(hit); });
  EXPECT_LT(pairs.size(), all);
  EXPECT_EQ(values_of<2>(Ccc{}, vectors, plan), pairs);
  auto triples = values_of<3>(Ccc{}, vectors, {.threshold = encke::above(0.2)});
  std::erase_if(triples, [&](const auto& hit) { return !apart(hit); });
  plan.threshold = encke::above(0.2);
  EXPECT_EQ(values_of<3>(Ccc{}, vectors, plan), triples);
  groups.pop_back();
  plan.groups = std::make_shared<const std::vector<std::uint32_t>>(groups);
  const auto error = encke::test::error_of([&] { values_of<2>(Ccc{}, vectors, plan); });
  EXPECT_EQ(error.failure(), encke::Failure::inconsistent) << error.what();
}

TEST(Threshold, of_a_run_applies_to_empty_pairs) {
  auto reals = encke::test::random_reals(5, 4, 1);
  reals[1] = reals[3] = {0, 0, 0, 0};
  const auto vectors = pack(Element::float64, 4, reals);
  const auto all = values_of<2>(Ps{}, vectors);
  EXPECT_EQ(all.size(), 10u);
  EXPECT_EQ(std::count_if(all.begin(), all.end(), [](auto& h) { return std::isnan(h.value); }), 1);
  EXPECT_EQ(values_of<2>(Ps{}, vectors, {.threshold = encke::above(-1)}).size(), 9u);
}

TEST(Precision, of_float32_rounds_each_value_at_the_end) {
  const auto vectors = some_genotypes();
  const auto exact = values_of<2>(Ccc{}, vectors);
  const auto rounded = values_of<2>(Ccc{}, vectors, {.precision = Precision::float32});
  ASSERT_EQ(rounded.size(), exact.size());
  std::size_t changed = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    ASSERT_EQ(rounded[i].value, static_cast<double>(static_cast<float>(exact[i].value)));
    changed += rounded[i].value != exact[i].value ? 1 : 0;
  }
  EXPECT_GT(changed, exact.size() / 2);
}

TEST(Precision, of_float32_rounds_before_the_threshold_is_applied) {
  const auto vectors = some_genotypes();
  const auto exact = values_of<2>(Ccc{}, vectors);
  const auto down = std::find_if(exact.begin(), exact.end(), [](const auto& hit) {
    return static_cast<double>(static_cast<float>(hit.value)) < hit.value;
  });
  ASSERT_NE(down, exact.end());
  const double threshold = static_cast<double>(static_cast<float>(down->value));
  const Plan plan{.threshold = encke::above(threshold), .precision = Precision::float32};
  for (const auto& hit : values_of<2>(Ccc{}, vectors, plan)) {
    EXPECT_FALSE(hit.index == down->index && hit.cell == down->cell);
  }
}

TEST(Digest, of_a_run_is_that_of_its_hits) {
  const auto vectors = some_genotypes();
  for (const double threshold : {0.0, 0.3, 0.6}) {
    Plan plan{.threshold = encke::above(threshold)};
    EXPECT_EQ(report_of(Ccc{}, vectors, plan).digest,
              digest_of(values_of<2>(Ccc{}, vectors, plan)));
    plan.way = 3;
    EXPECT_EQ(report_of(Ccc{}, vectors, plan).digest,
              digest_of(values_of<3>(Ccc{}, vectors, plan)));
  }
}

TEST(Digest, over_all_values_does_not_depend_on_the_threshold) {
  const auto vectors = some_genotypes();
  const auto all = report_of(Ccc{}, vectors, {});
  for (const double threshold : {0.3, 5.0}) {
    const Plan plan{.threshold = encke::above(threshold), .digest_all = true};
    const auto report = report_of(Ccc{}, vectors, plan);
    EXPECT_EQ(report.digest, all.digest);
    EXPECT_LT(report.hits, all.hits);
  }
}

TEST(Histogram, of_a_run_counts_all_values_whatever_the_threshold) {
  const auto vectors = some_genotypes();
  const auto all = values_of<3>(Ccc{}, vectors);
  for (const double threshold : {-1.0, 0.5}) {
    const Plan plan{.way = 3, .threshold = encke::above(threshold), .histogram_width = 0.03125};
    const auto report = report_of(Ccc{}, vectors, plan);
    const auto& h = report.histogram;
    EXPECT_EQ(h.below + h.nan, 0);
    EXPECT_EQ(std::accumulate(h.counts.begin(), h.counts.end(), std::int64_t{0}), report.values);
    EXPECT_EQ(static_cast<Index>(all.size()), report.values);
    for (std::size_t b = 0; b < h.counts.size(); ++b) {
      const double low = 0.03125 * static_cast<double>(b);
      EXPECT_EQ(h.counts[b], std::count_if(all.begin(), all.end(), [&](const auto& hit) {
                  return low <= hit.value && hit.value < low + 0.03125;
                }));
    }
  }
}

TEST(Histogram, counts_nan_and_negative_values_apart_and_the_largest_in_the_last_bin) {
  encke::Histogram h{.width = 0.1};
  for (const double x : {nan, -0.5, -1e300, 0.0, -0.0, 0.05, 0.95}) h.add(x);
  EXPECT_EQ(h.nan, 1);
  EXPECT_EQ(h.below, 2);
  EXPECT_EQ(h.counts.front(), 3);
  EXPECT_EQ(h.counts.size(), 10u);
  h.add(1e300);
  h.add(std::numeric_limits<double>::infinity());
  EXPECT_EQ(h.counts.back(), 2);
  EXPECT_LE(h.counts.size(), 1000001u);
}

TEST(Histogram, adds_up_with_others_of_any_length) {
  encke::Histogram a{.width = 1}, b{.width = 1};
  a.add(0.5);
  b.add(7.5);
  b.add(nan);
  b.add(-1);
  a.add(b);
  EXPECT_EQ(a.counts, (std::vector<std::int64_t>{1, 0, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(a.nan, 1);
  EXPECT_EQ(a.below, 1);
}

TEST(Report, tells_what_was_done) {
  const auto vectors = some_genotypes();
  const auto report = report_of(Ccc{}, vectors, {.way = 3, .threshold = encke::above(0.4)});
  EXPECT_EQ(report.way, 3);
  EXPECT_EQ(report.threads, 2);
  EXPECT_EQ(report.vectors, 70);
  EXPECT_EQ(report.fields, 90);
  EXPECT_EQ(report.missing, vectors.missing());
  EXPECT_EQ(report.tuples, encke::tuple_count(3, 70));
  EXPECT_EQ(report.values, 8 * report.tuples);
  EXPECT_EQ(report.comparisons, 90. * static_cast<double>(report.tuples));
  EXPECT_GT(report.seconds, 0);
  std::ostringstream text;
  text << report;
  EXPECT_NE(text.str().find(report.digest.text()), std::string::npos);
  EXPECT_NE(text.str().find("hits " + std::to_string(report.hits)), std::string::npos);
}

}  // namespace
