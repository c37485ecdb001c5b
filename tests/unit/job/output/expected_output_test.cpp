#include <gtest/gtest.h>

#include <encke/comm/communicator.hpp>
#include <encke/io/matrix.hpp>
#include <encke/job/layout.hpp>
#include <encke/job/output/expected_output.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/run/run.hpp>
#include <random>

#include "support/files.hpp"
#include "unit/job/requested.hpp"

namespace encke::job {
namespace {

using Certainty = ExpectedOutput::Certainty;

/// Copies of an allele; neighbours are alike, others are not.
std::vector<std::int8_t> neighbours(Index vectors, Index fields) {
  std::mt19937 random(2);
  std::vector<std::int8_t> values;
  std::vector<std::int8_t> row(static_cast<std::size_t>(fields));
  for (Index v = 0; v < vectors; ++v) {
    for (auto& x : row) {
      if (v % 400 == 0 || random() % 50 == 0) x = static_cast<std::int8_t>(random() % 3);
    }
    values.insert(values.end(), row.begin(), row.end());
  }
  return values;
}

class Expected : public testing::Test {
 protected:
  Expected() {
    for (Index v = 0; v < vectors; ++v) names_.push_back("variant" + std::to_string(1000 + v));
    source_ =
        io::open_matrix(io::matrix_of(std::span(values_), vectors, fields, io::VectorsAre::rows),
                        io::MatrixElements{.element = Element::genotype_moments, .names = names_});
  }

  ExpectedOutput expect(const std::string& options, const Domain& domain = {}) {
    const Request request = test::requested("r2 --bfile x " + options);
    Plan plan = make_plan(request, 1);
    plan.domain = domain;
    return expect_output(request, *source_, plan, Communicator());
  }

  double hits(double threshold, const Domain& domain = {}) {
    const PackedVectors all = source_->read(source_->whole());
    double count = 0;
    const Plan plan{.domain = domain, .threshold = above(threshold)};
    run(RSquared{}, all, plan, [&](auto some) { count += static_cast<double>(some.size()); });
    return count;
  }

  static constexpr Index vectors = 2000;
  static constexpr Index fields = 96;
  std::vector<std::int8_t> values_ = neighbours(vectors, fields);
  std::vector<std::string> names_;
  std::unique_ptr<io::Source> source_;
};

TEST_F(Expected, OfAThresholdIsThatOfASampleOfNeighboursAndOthers) {
  for (const double threshold : {0.05, 0.3}) {
    const auto found = expect("--threshold " + std::to_string(threshold));
    EXPECT_EQ(found.certainty, Certainty::about);
    const double lines = hits(threshold);
    EXPECT_GT(found.lines, 0.6 * lines) << threshold;
    EXPECT_LT(found.lines, 1.6 * lines) << threshold;
    // two ids of eleven characters, tabs, a line end, and 17 digits
    EXPECT_GT(found.bytes, 42 * found.lines);
    EXPECT_LT(found.bytes, 48 * found.lines);
  }
}

TEST_F(Expected, DoesNotDependOnWhichThreadComesFirst) {
  const auto first = expect("--threshold 0.002 --threads 4");
  for (int again = 0; again < 5; ++again) {
    const auto found = expect("--threshold 0.002 --threads 4");
    EXPECT_EQ(found.lines, first.lines);
    EXPECT_EQ(found.bytes, first.bytes);
  }
}

TEST_F(Expected, OfAWindowIsThatOfItsPairs) {
  std::vector<double> places;
  for (Index v = 0; v < vectors; ++v) places.push_back(static_cast<double>(v));
  const auto near = Domain::of_window(Window::within_distance(places, 600, {}));
  const auto found = expect("--threshold 0.3", near);
  const double lines = hits(0.3, near);
  EXPECT_GT(found.lines, 0.5 * lines);
  EXPECT_LT(found.lines, 2 * lines);
}

TEST_F(Expected, OfMatricesIsTheSizeOfTheFile) {
  const double cells = static_cast<double>(vectors * vectors);
  const auto text = expect("--format lsmat");
  EXPECT_EQ(text.certainty, Certainty::exact);
  EXPECT_NEAR(text.bytes / cells, 19.5, 0.5);  // a tab, "0." and 16 or 17 digits
  EXPECT_NEAR(expect("--format lsmat --digits 3").bytes / cells, 6, 0.5);
  EXPECT_NEAR(expect("--format hdf5").bytes / cells, 8, 0.1);
}

TEST_F(Expected, OfAllOrTheLargestValuesIsTheirNumber) {
  const auto all = expect("");
  EXPECT_EQ(all.certainty, Certainty::exact);
  EXPECT_EQ(all.lines, 1999000);
  EXPECT_GT(all.bytes, 40 * all.lines);
  const auto top = expect("--top 50");
  EXPECT_EQ(top.lines, 50);
  const auto npy = expect("--format npy");
  EXPECT_EQ(npy.bytes, 8 * npy.lines);
  EXPECT_EQ(npy.text(), "1,999,000 values, 15.3 MiB");
}

TEST_F(Expected, OfFewLinesCountsTheirIds) {
  const auto top = expect("--top 50");
  EXPECT_GT(top.bytes, 40 * 50);  // two ids of eleven characters, and a value
  EXPECT_LT(top.bytes, 48 * 50);
  const auto packed = expect("--top 50 --format packed");
  EXPECT_EQ(packed.bytes, 12 * 50);
  const auto abc = expect("--top 50 --format abc --precision f32");
  EXPECT_GT(abc.bytes, 32 * 50);
  EXPECT_LT(abc.bytes, 40 * 50);
}

TEST(ExpectedOutput, says_few_where_a_sample_had_none_and_rounds_up) {
  EXPECT_EQ((ExpectedOutput{Certainty::about, 0, 0}.text()),
            "few values, none in a sample, 0.0 MiB");
  EXPECT_EQ((ExpectedOutput{Certainty::about, 0.2, 9}.values_text()), "about 1 value");
  EXPECT_EQ((ExpectedOutput{Certainty::at_most, 1234, 9}.values_text()), "at most 1,234 values");
  EXPECT_EQ((ExpectedOutput{Certainty::exact, 0, 0}.values_text()), "0 values");
}

TEST(ExpectedOutput, is_large_by_lines_or_bytes) {
  EXPECT_FALSE((ExpectedOutput{Certainty::exact, 1e8, 1e9}.is_large()));
  EXPECT_TRUE((ExpectedOutput{Certainty::exact, 1.1e8, 1e8}.is_large()));
  EXPECT_TRUE((ExpectedOutput{Certainty::exact, 1e6, 1.1e9}.is_large()));
}

}  // namespace
}  // namespace encke::job
