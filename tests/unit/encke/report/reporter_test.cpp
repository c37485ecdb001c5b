#include "encke/report/reporter.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace encke::cli {
namespace {

class ReporterTest : public ::testing::Test {
 protected:
  /// What is on the console after a plan of so many comparisons at 1e9 a second, and after a tile.
  std::string said(ProgressStyle style, double comparisons, bool verbose = false) {
    std::ostringstream out;
    Console console(style, out);
    Reporter reporter(console, "encke r2", {.verbose = verbose});
    job::Request request;
    request.metric = "r2";
    job::Layout layout;
    layout.estimate.tiles = 2;
    layout.estimate.tuples = 45;
    layout.estimate.comparisons = layout.estimate.comparisons_of_rank = comparisons;
    reporter.planned(request, {.vectors = 10, .fields = 5}, layout, 1e9, 0);
    after_plan_ = out.str();
    Progress progress;
    progress.tuples_done = 1;
    progress.tuples = 2;
    progress.seconds = 20;
    reporter.progress(progress);
    return out.str();
  }

  std::string after_plan_;
};

TEST_F(ReporterTest, AShortRunHasAPlanOnlyOnceItIsLong) {
  const std::string text = said(ProgressStyle::plain, 1e6);
  EXPECT_EQ(after_plan_, "");
  EXPECT_EQ(text.find("r2 of all pairs"), 0u) << text;
  EXPECT_GT(text.find("50.0 %"), text.find("  time ")) << "the plan stands before the progress";
}

TEST_F(ReporterTest, ALongRunHasItBeforeTheFirstTile) {
  const std::string text = said(ProgressStyle::plain, 1e10);
  EXPECT_EQ(after_plan_.find("r2 of all pairs"), 0u) << after_plan_;
  EXPECT_EQ(text.find("r2 of all pairs", 1), std::string::npos);
}

TEST_F(ReporterTest, WithoutProgressThereIsNoPlanUnlessItIsAskedFor) {
  EXPECT_EQ(said(ProgressStyle::none, 1e10), "");
  EXPECT_EQ(said(ProgressStyle::none, 1e10, true), after_plan_);
  EXPECT_EQ(after_plan_.find("r2 of all pairs"), 0u);
}

TEST_F(ReporterTest, AnErrorNamesTheOptionsThatGoOn) {
  std::ostringstream out;
  Console console(ProgressStyle::plain, out);
  const Reporter reporter(console, "", {});
  EXPECT_EQ(reporter.way_to_resume(), "the same command with --resume goes on");
  EXPECT_NE(reporter.way_to_repair("x").find("encke verify --repair x takes out"),
            std::string::npos);
  EXPECT_EQ(job::Observer().way_to_resume().find("--"), std::string::npos)
      << "the library has no options";
  EXPECT_EQ(job::Observer().way_to_repair("x").find("--"), std::string::npos);
}

}  // namespace
}  // namespace encke::cli
