#include "schedule.hpp"

#include <algorithm>
#include <chrono>
#include <encke/schedule/multiset.hpp>
#include <encke/schedule/ring_work.hpp>
#include <vector>

#include "bench/kernels/measure.hpp"

namespace encke::bench {
namespace {

constexpr Index blocks_of_rank = 2;
constexpr Index most_first_steps = 1000;

template <int Way>
ScheduleTime time_way(Index ring) {
  ScheduleTime time{.ring = ring, .way = Way, .blocks = ring * blocks_of_rank};
  const std::int64_t before = peak_rss_bytes();
  const auto start = std::chrono::steady_clock::now();
  const RingWork<Way> work(time.blocks, ring, 0);
  time.first_steps = std::min(work.steps(), most_first_steps);
  std::vector<Array<Index, Way>> tiles;
  const auto every = [](const Array<Index, Way>&) { return true; };
  for (Index step = 0; step < time.first_steps; ++step) {
    work.for_each_tile(step, every, [&](const Array<Index, Way>& tile) { tiles.push_back(tile); });
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  time.seconds = took.count();
  time.bytes = peak_rss_bytes() - before;
  time.first_tiles = static_cast<Index>(tiles.size());
  time.steps = work.steps();
  for (Index step = 0; step < work.steps(); ++step) time.tiles_of_busiest += work.tiles(step);
  time.tiles_mean =
      static_cast<double>(multiset_count<Way>(time.blocks)) / static_cast<double>(ring);
  return time;
}

}  // namespace

ScheduleTime time_schedule(Index ring, int way) {
  return way == 2 ? time_way<2>(ring) : time_way<3>(ring);
}

nlohmann::ordered_json to_json(const ScheduleTime& time) {
  nlohmann::ordered_json json;
  json["task"] = "schedule";
  json["ring"] = time.ring;
  json["way"] = time.way;
  json["blocks"] = time.blocks;
  json["steps"] = time.steps;
  json["first_steps"] = time.first_steps;
  json["first_tiles"] = time.first_tiles;
  json["seconds"] = time.seconds;
  json["bytes"] = time.bytes;
  json["tiles_of_busiest"] = time.tiles_of_busiest;
  json["tiles_mean"] = time.tiles_mean;
  return json;
}

}  // namespace encke::bench
