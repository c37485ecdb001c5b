#include "bench/stages/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <encke/schedule/multiset.hpp>
#include <encke/schedule/ring_work.hpp>

namespace {

using encke::Index;
using encke::bench::ScheduleTime;
using encke::bench::time_schedule;

template <int Way>
Index tiles_of(Index blocks, Index ring, Index position) {
  const encke::RingWork<Way> work(blocks, ring, position);
  Index tiles = 0;
  for (Index step = 0; step < work.steps(); ++step) tiles += work.tiles(step);
  return tiles;
}

TEST(BenchSchedule, first_position_has_the_most_tiles) {
  for (Index ring = 1; ring <= 24; ++ring) {
    Index pairs = 0;
    Index triples = 0;
    for (Index position = 0; position < ring; ++position) {
      pairs = std::max(pairs, tiles_of<2>(2 * ring, ring, position));
      triples = std::max(triples, tiles_of<3>(2 * ring, ring, position));
    }
    EXPECT_EQ(time_schedule(ring, 2).tiles_of_busiest, pairs) << ring;
    EXPECT_EQ(time_schedule(ring, 3).tiles_of_busiest, triples) << ring;
  }
}

TEST(BenchSchedule, counts_the_tiles_of_the_first_steps) {
  const ScheduleTime time = time_schedule(10, 3);
  EXPECT_EQ(time.steps, time.first_steps);
  EXPECT_EQ(time.first_tiles, time.tiles_of_busiest);
  EXPECT_EQ(time.blocks, 20);
  EXPECT_DOUBLE_EQ(time.tiles_mean, 154);  // C(22, 3) / 10
}

}  // namespace
