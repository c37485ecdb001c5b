#include "bench/kernels/measure.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <string>

#include "bench/kernels/table.hpp"
#include "bench/stages/read_bed.hpp"

namespace {

using encke::bench::Case;
using encke::bench::Form;
using encke::bench::MetricName;

Case small(MetricName metric, int way, double missing) {
  Case what;
  what.metric = metric;
  what.way = way;
  what.vectors = 60;
  what.fields = 130;
  what.missing = missing;
  what.repeats = 2;
  what.threads = 2;
  if (metric == MetricName::ps) what.precision = encke::Precision::float32;
  return what;
}

/// The machine that a measurement is compared with counts for nothing here.
encke::bench::Measurement measured_briefly(const Case& what) {
  return encke::bench::measure(what, {2, 1e-4});
}

TEST(Measure, runs_and_checks_every_metric_and_way) {
  for (const Case& what :
       {small(MetricName::ccc, 2, 0), small(MetricName::ccc, 2, 0.1), small(MetricName::ccc, 3, 0),
        small(MetricName::ccc, 3, 0.1), small(MetricName::ps, 2, 0), small(MetricName::ps, 3, 0),
        small(MetricName::duo, 2, 0), small(MetricName::duo, 2, 0.1), small(MetricName::duo, 3, 0),
        small(MetricName::duo, 3, 0.1), small(MetricName::sorenson, 2, 0),
        small(MetricName::sorenson, 3, 0), small(MetricName::unifrac, 2, 0)}) {
    const auto measured = measured_briefly(what);
    EXPECT_EQ(measured.comparisons, encke::tuple_count(what.way, 60) * 130.0);
    EXPECT_EQ(measured.seconds.size(), 2U);
    EXPECT_GT(measured.checked, 100);
    EXPECT_GT(measured.peak_rss_bytes, 1 << 20);
  }
}

TEST(Measure, runs_and_checks_profiles_of_whole_numbers) {
  for (const auto& [name, element] : encke::bench::count_names()) {
    for (const int way : {2, 3}) {
      Case what = small(MetricName::ps, way, 0);
      what.precision = encke::Precision::float64;
      what.counts = element;
      const auto measured = measured_briefly(what);
      EXPECT_GT(measured.checked, 100);
      EXPECT_EQ(to_json(measured).at("precision"), name);
    }
  }
}

TEST(Measure, gives_one_json_object_with_the_documented_keys) {
  const auto line = to_json(measured_briefly(small(MetricName::ccc, 2, 0)));
  for (const char* key : {"metric",  "way",         "vectors",           "fields",
                          "missing", "precision",   "threads",           "backend",
                          "level",   "comparisons", "seconds",           "comparisons_per_second",
                          "spread",  "bound",       "fraction_of_bound", "peak_rss_bytes",
                          "checked", "digest",      "cycles_per_second", "comparisons_per_cycle"}) {
    EXPECT_TRUE(line.contains(key)) << key;
  }
  EXPECT_EQ(line.dump().find('\n'), std::string::npos);
  EXPECT_EQ(line.at("digest").get<std::string>().size(), 32U);
}

TEST(Measure, leaves_the_bound_out_where_a_backend_has_no_level) {
  Case what = small(MetricName::ccc, 2, 0);
  what.backend = "reference";
  const auto line = to_json(measured_briefly(what));
  EXPECT_TRUE(line.at("bound").is_null());
  EXPECT_TRUE(line.at("fraction_of_bound").is_null());
  EXPECT_NE(encke::bench::table_row(line).find(" - "), std::string::npos);
}

TEST(Measure, refuses_a_level_that_does_not_exist) {
  Case what = small(MetricName::ccc, 2, 0);
  what.level = "x86-64-v9";
  EXPECT_THROW(measured_briefly(what), encke::Error);
}

TEST(MachineBound, takes_the_arithmetic_of_the_case) {
  EXPECT_EQ(form_of(small(MetricName::ccc, 2, 0)), Form::complete);
  EXPECT_EQ(form_of(small(MetricName::ccc, 3, 0)), Form::complete);
  EXPECT_EQ(form_of(small(MetricName::ccc, 2, 0.1)), Form::pair_missing);
  EXPECT_EQ(form_of(small(MetricName::ccc, 3, 0.1)), Form::triple_missing);
  EXPECT_EQ(form_of(small(MetricName::ps, 3, 0)), Form::minimum_f32);
  EXPECT_EQ(form_of(small(MetricName::sorenson, 3, 0)), Form::bits);
  EXPECT_EQ(form_of(small(MetricName::duo, 2, 0.1)), Form::bit_pair_missing);
  EXPECT_EQ(form_of(small(MetricName::duo, 3, 0.1)), Form::bit_triple_missing);
  Case doubles = small(MetricName::ps, 2, 0);
  doubles.precision = encke::Precision::float64;
  EXPECT_EQ(form_of(doubles), Form::minimum_f64);
  EXPECT_EQ(form_of(small(MetricName::unifrac, 2, 0)), Form::powered_f64);
}

TEST(MachineBound, is_known_for_each_level_that_was_measured_and_for_no_other) {
  const auto machine = encke::bench::measure_machine(Form::complete, 1);
  EXPECT_GT(machine.cycles_per_second, 0);
  for (const auto& level : machine.levels) {
    EXPECT_GT(level.comparisons_per_second, 0);
    EXPECT_EQ(machine.at(level.level), level.comparisons_per_second);
  }
  EXPECT_EQ(machine.at("no such level"), 0);
}

TEST(ReadBed, reports_the_bytes_of_the_file_that_it_read) {
  Case what;
  what.vectors = 50;
  what.fields = 101;
  what.repeats = 3;
  const auto line = to_json(encke::bench::time_bed_reading(what));
  EXPECT_EQ(line.at("bytes").get<double>(), 3 + 50 * 26);
  EXPECT_EQ(line.at("seconds").size(), 3U);
  EXPECT_GT(line.at("bytes_per_second").get<double>(), 0);
  EXPECT_NE(encke::bench::table_row(line).find("GB/s"), std::string::npos);
}

TEST(Table, has_a_line_for_the_head_and_one_for_each_measurement) {
  const std::string head = encke::bench::table_head();
  const std::string row =
      encke::bench::table_row(to_json(measured_briefly(small(MetricName::ps, 2, 0))));
  EXPECT_EQ(std::count(head.begin(), head.end(), '\n'), 1);
  EXPECT_EQ(std::count(row.begin(), row.end(), '\n'), 1);
  EXPECT_EQ(head.size(), row.size());
}

}  // namespace
