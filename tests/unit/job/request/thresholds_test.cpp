#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <encke/job/request/thresholds.hpp>

#include "support/files.hpp"
#include "unit/job/requested.hpp"

namespace encke::job {
namespace {

using test::requested;

TEST(Threshold, one_keeps_its_meaning) {
  const Request o = requested("ccc --bfile x --threshold 0.25");
  EXPECT_EQ(threshold_text(o), "0.25");
  EXPECT_TRUE(o.cell_thresholds.empty());
  EXPECT_FALSE(threshold_of(o).by_cell);
  EXPECT_EQ(threshold_of(o).floor, 0.25);
  EXPECT_EQ(threshold_text(requested("ccc --bfile x")), "none");
  EXPECT_TRUE(threshold_of(requested("ccc --bfile x")).all);
  const Request k2 = requested("epistasis --bfile x --score k2 --threshold 9 --below");
  EXPECT_EQ(threshold_of(k2).ceiling, 9);
}

TEST(Threshold, several_are_of_the_kinds_of_cells) {
  const Request o = requested("ccc --bfile x --way 3 --threshold 0.1,0.2,0.3,0.4,0.5");
  const Threshold s = threshold_of(o);
  EXPECT_TRUE(s.by_cell);
  EXPECT_FALSE(s.all);
  for (int kind = 0; kind < 4; ++kind) EXPECT_EQ(s.cells.of_kind[kind], (kind + 1) / 10.0);
  EXPECT_EQ(s.cells.together, 0.5);
  EXPECT_EQ(o.threshold, 0.1);
}

TEST(Threshold, text_is_read_back_exactly) {
  for (const std::string text : {"none", "0.1", "0.1,0.30000000000000004,0.2,1e-07"}) {
    Request o;
    parse_threshold(text, o);
    EXPECT_EQ(threshold_text(o), text);
  }
}

TEST(Threshold, text_of_a_stored_run_that_is_none_is_refused) {
  for (const std::string text : {"x", "0.1,0.2", "0.1,0.2,0.3,0.4,0.5", "0.1,,0.3,0.4", "0.1 "}) {
    Request o;
    io::expect_error([&] { parse_threshold(text, o); }, Failure::inconsistent, {text});
  }
}

}  // namespace
}  // namespace encke::job
