#include <gtest/gtest.h>

#include <encke/job/histogram/cell_histogram.hpp>

namespace encke::job {
namespace {

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
}  // namespace encke::job
