#include <gtest/gtest.h>

#include <encke/job/publish.hpp>

namespace encke::job {
namespace {

/// 1,000 pairs of a run of this metric, of which an earlier one has done 600 in 3 tiles.
Outcome resumed(const std::string& metric) {
  Outcome outcome;
  outcome.request.metric = metric;
  outcome.estimate.tuples = 1000;
  outcome.tiles_resumed = 3;
  outcome.hits_resumed = 80;
  return outcome;
}

Progress after(Index done, Index of, Index hits) {
  Progress progress;
  progress.tuples_done = done;
  progress.tuples = of;
  progress.hits = hits;
  return progress;
}

TEST(SinceTheBeginning, has_what_an_earlier_run_has_done) {
  const Progress progress = since_the_beginning(after(100, 400, 20), resumed("r2"));
  EXPECT_EQ(progress.tuples_done, 700);
  EXPECT_EQ(progress.tuples, 1000);
  EXPECT_EQ(progress.hits, 100);
}

TEST(SinceTheBeginning, is_of_a_ranks_share_where_there_are_several) {
  Outcome outcome = resumed("r2");
  outcome.decomposition = {.vector = 2, .field = 3, .replica = 2};
  const Progress progress = since_the_beginning(after(50, 100, 20), outcome);
  EXPECT_EQ(progress.tuples_done, 200);
  EXPECT_EQ(progress.tuples, 250);
}

TEST(SinceTheBeginning, counts_a_line_of_columns_once) {
  EXPECT_EQ(since_the_beginning(after(100, 400, 20), resumed("king")).hits, 25);
}

TEST(SinceTheBeginning, leaves_a_first_run_as_it_is) {
  Outcome outcome = resumed("r2");
  outcome.tiles_resumed = 0;
  outcome.hits_resumed = 0;
  const Progress progress = since_the_beginning(after(100, 400, 20), outcome);
  EXPECT_EQ(progress.tuples_done, 100);
  EXPECT_EQ(progress.tuples, 400);
  EXPECT_EQ(progress.hits, 20);
}

}  // namespace
}  // namespace encke::job
