#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <encke/metric/builtin.hpp>
#include <encke/sink/format/edges.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "predecessor.hpp"
#include "support/scratch.hpp"
#include "support/values.hpp"

// The files that CoMet wrote: binary records of values, and histograms by kind of cell.

namespace encke::test::files_test {
namespace {

using encke::CellBins;
using encke::Index;
using encke::io::TestProblem;
using encke::test::PredecessorCase;

class PredecessorFiles : public encke::test::Scratch {
 protected:
  void SetUp() override {
    folder_ = encke::test::known_answers_folder();
    if (folder_.empty()) GTEST_SKIP() << "ENCKE_SHARED names no folder with known-answers/";
  }

  std::string folder_;
};

template <class Visit>
void with_metric(const PredecessorCase& c, const Visit& visit) {
  if (c.metric == "ccc") {
    visit(encke::Ccc{.missing = c.sparse});
  } else if (c.metric == "duo") {
    visit(encke::Duo{.missing = c.sparse});
  } else {
    visit(encke::Ps{});
  }
}

/// A record of up to four words; unused ones are 0.
using Record = std::array<std::uint32_t, 4>;

/// CoMet does not order the numbers of a record, nor the records.
std::vector<Record> sorted_records(const std::string& bytes, int way) {
  const std::size_t size = 4 * static_cast<std::size_t>(way + 1);
  EXPECT_EQ(bytes.size() % size, 0u);
  std::vector<Record> records;
  for (std::size_t at = 0; at + size <= bytes.size(); at += size) {
    Record record{};
    std::memcpy(record.data(), bytes.data() + at, size);
    std::sort(record.begin(), record.begin() + way);
    records.push_back(record);
  }
  std::sort(records.begin(), records.end());
  return records;
}

TEST_F(PredecessorFiles, packed_records_are_those_of_the_predecessor) {
  int compared = 0;
  for (const auto& c : encke::test::cases_with_values(folder_)) {
    SCOPED_TRACE(c.name);
    const auto data = encke::io::make_synthetic(c.data);
    auto plan = encke::test::plan_for(c.way);
    if (c.single) plan.precision = encke::Precision::float32;
    encke::sink::Edges packed(path("out"), nullptr, encke::sink::EdgeFormat::packed);
    with_metric(c, [&](const auto& metric) { run(metric, data.vectors, plan, packed); });
    EXPECT_EQ(packed.path(), path("out.bin"));
    const auto expected =
        sorted_records(bytes_of(folder_ + "/" + c.name + ".metrics_0.bin"), c.way);
    EXPECT_FALSE(expected.empty());
    EXPECT_TRUE(sorted_records(bytes_of(packed.path()), c.way) == expected);
    ++compared;
  }
  EXPECT_GE(compared, 52);
}

/// The counts of a histogram that CoMet printed, column by column.
std::vector<std::int64_t> printed_counts(const std::string& path, int way, Index bins) {
  std::vector<std::int64_t> counts(static_cast<std::size_t>(CellBins::columns(way) * bins));
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  Index bin = 0;
  for (; std::getline(in, line); ++bin) {
    std::istringstream cells(line);
    double start = -1;
    cells >> start;
    EXPECT_NEAR(start, static_cast<double>(bin) / CellBins::per_unit, 1e-9);
    for (int column = 0; column < CellBins::columns(way); ++column) {
      cells >> counts.at(static_cast<std::size_t>(column * bins + bin));
    }
  }
  EXPECT_EQ(bin, bins);
  return counts;
}

void expect_histogram(const PredecessorCase& c, const std::string& path, Index bins) {
  const auto data = encke::io::make_synthetic(c.data);
  auto plan = encke::test::plan_for(c.way);
  plan.cell_bins = bins;
  plan.threshold = encke::above(1);  // whatever the threshold, all values are counted
  for (const auto precision : {encke::Precision::float32, encke::Precision::float64}) {
    plan.precision = precision;
    with_metric(c, [&](const auto& metric) {
      const auto report = encke::test::report_of(metric, data.vectors, plan);
      EXPECT_TRUE(report.histogram.counts == printed_counts(path, c.way, bins)) << path;
    });
  }
}

TEST_F(PredecessorFiles, histograms_are_those_of_the_predecessor) {
  expect_histogram(
      encke::test::predecessor_case("ccc", false, 2, TestProblem::random, 1000, 60, true),
      folder_ + "/histogram_ccc2_random_nf1000_nv60_single.tsv", 4500);
  expect_histogram(
      encke::test::predecessor_case("duo", true, 3, TestProblem::random, 100, 30, true),
      folder_ + "/histogram_duo3sp_random_nf100_nv30_single.tsv", 4000);
}

}  // namespace
}  // namespace encke::test::files_test
