#include "encke/options/threshold.hpp"

#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <sstream>

#include "encke/cell_histogram.hpp"
#include "support/files.hpp"

namespace encke::cli {
namespace {

Options parsed(const std::string& line) {
  std::istringstream words(line);
  return parse_options({std::istream_iterator<std::string>(words), {}});
}

TEST(Threshold, one_keeps_its_meaning) {
  const Options o = parsed("ccc --bfile x --threshold 0.25");
  EXPECT_EQ(threshold_text(o), "0.25");
  EXPECT_TRUE(o.cell_thresholds.empty());
  EXPECT_FALSE(selection_of(o).by_cell);
  EXPECT_EQ(selection_of(o).floor, 0.25);
  EXPECT_EQ(threshold_text(parsed("ccc --bfile x")), "none");
  EXPECT_TRUE(selection_of(parsed("ccc --bfile x")).all);
  const Options k2 = parsed("epistasis --bfile x --score k2 --threshold 9 --below");
  EXPECT_EQ(selection_of(k2).ceiling, 9);
}

TEST(Threshold, several_are_of_the_kinds_of_cells) {
  const Options o = parsed("ccc --bfile x --way 3 --threshold 0.1,0.2,0.3,0.4,0.5");
  const Selection s = selection_of(o);
  EXPECT_TRUE(s.by_cell);
  EXPECT_FALSE(s.all);
  for (int kind = 0; kind < 4; ++kind) EXPECT_EQ(s.cells.of_kind[kind], (kind + 1) / 10.0);
  EXPECT_EQ(s.cells.together, 0.5);
  EXPECT_EQ(o.threshold, 0.1);
}

TEST(Threshold, text_is_read_back_exactly) {
  for (const std::string text : {"none", "0.1", "0.1,0.30000000000000004,0.2,1e-07"}) {
    Options o;
    parse_threshold(text, o);
    EXPECT_EQ(threshold_text(o), text);
  }
}

TEST(Threshold, text_of_a_stored_run_that_is_none_is_refused) {
  for (const std::string text : {"x", "0.1,0.2", "0.1,0.2,0.3,0.4,0.5", "0.1,,0.3,0.4", "0.1 "}) {
    Options o;
    io::expect_error([&] { parse_threshold(text, o); }, Failure::inconsistent, {text});
  }
}

TEST(CellHistogram, prints_bins_that_were_not_reached_as_zeros) {
  EXPECT_EQ(cell_bins(4.5).bins, 4500);
  Histogram histogram{.width = CellBins::width};
  histogram.counts = {0, 7, 2};
  EXPECT_EQ(cell_histogram_text(2, {2}, histogram),
            "min\tLL\tLH\tHH\tLL+HH\n0.000\t0\t2\t0\t0\n0.001\t7\t0\t0\t0\n");
  EXPECT_EQ(cell_histogram_text(3, {1}, histogram),
            "min\tLLL\tLLH\tLHH\tHHH\tLLL+HHH\n0.000\t0\t7\t2\t0\t0\n");
}

}  // namespace
}  // namespace encke::cli
