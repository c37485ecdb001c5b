#include <algorithm>
#include <bit>
#include <encke/host/process.hpp>
#include <encke/job/rank_totals.hpp>
#include <numeric>
#include <vector>

namespace encke::job {

int ranks_on_node(const Communicator& world) {
  const std::string mine = host_name();
  std::string all;
  for (const auto& host : world.gather(mine, 0)) all += host + '\n';
  all = '\n' + world.broadcast(all, 0);
  int count = 0;
  const std::string line = '\n' + mine + '\n';
  for (auto at = all.find(line); at != std::string::npos; at = all.find(line, at + 1)) ++count;
  return std::max(count, 1);
}

std::vector<std::int64_t> peak_memories(const Communicator& world) {
  const std::int64_t mine[] = {peak_memory()};
  return world.all_gather(mine);
}

void note_memory(std::vector<std::int64_t> peaks, Outcome& outcome) {
  peaks.front() = peak_memory();
  outcome.peak_memory = *std::max_element(peaks.begin(), peaks.end());
  outcome.peak_memory_sum = std::accumulate(peaks.begin(), peaks.end(), std::int64_t{0});
}

Report add_up(const Communicator& world, const Report& mine) {
  const double times[] = {
      mine.comparisons,   mine.seconds,      mine.seconds_contract, mine.seconds_combine,
      mine.seconds_check, mine.seconds_sink, mine.seconds_shift,    mine.tuples_spared_early};
  std::vector<std::int64_t> own = {mine.tuples,
                                   mine.tiles,
                                   mine.bytes_shifted,
                                   mine.tuples_left_out,
                                   mine.tuples_left_early,
                                   mine.tuples_of_equal};
  for (const double time : times) own.push_back(std::bit_cast<std::int64_t>(time));
  const auto all = world.all_gather(own);
  Report sum = mine;
  sum.tuples = sum.tiles = sum.bytes_shifted = sum.tuples_left_out = 0;
  sum.tuples_left_early = sum.tuples_of_equal = 0;
  sum.comparisons = sum.seconds = sum.tuples_spared_early = 0;
  double* const means[] = {&sum.seconds_contract, &sum.seconds_combine, &sum.seconds_check,
                           &sum.seconds_sink, &sum.seconds_shift};
  for (double* const mean : means) *mean = 0;
  for (std::size_t rank = 0; rank < all.size(); rank += own.size()) {
    sum.tuples += all[rank];
    sum.tiles += all[rank + 1];
    sum.bytes_shifted += all[rank + 2];
    sum.tuples_left_out += all[rank + 3];
    sum.tuples_left_early += all[rank + 4];
    sum.tuples_of_equal += all[rank + 5];
    const auto time = [&](std::size_t i) { return std::bit_cast<double>(all[rank + 6 + i]); };
    sum.comparisons += time(0);
    sum.seconds = std::max(sum.seconds, time(1));
    for (std::size_t i = 0; i < 5; ++i) *means[i] += time(2 + i) / world.size();
    sum.tuples_spared_early += time(7);
  }
  return sum;
}

void note_reading(const Communicator& world, const BlocksOnDemand* blocks, Outcome& outcome) {
  if (blocks == nullptr) return;
  std::int64_t sums[] = {blocks->reads(), static_cast<std::int64_t>(blocks->seconds() * 1e6)};
  world.sum(sums);
  outcome.blocks_read = sums[0];
  outcome.seconds_waiting = static_cast<double>(sums[1]) / 1e6 / world.size();
}

}  // namespace encke::job
