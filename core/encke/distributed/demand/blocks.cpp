#include <chrono>
#include <encke/base/error.hpp>
#include <encke/distributed/demand/blocks.hpp>
#include <encke/host/no_regions.hpp>
#include <encke/host/process.hpp>
#include <encke/host/region.hpp>
#include <system_error>
#include <utility>

namespace encke {

BlocksOnDemand::BlocksOnDemand(const Partition& partition, Index held, Read read)
    : partition_(partition), held_(held), read_(std::move(read)) {
  return_large_memory_at_once();
}

BlocksOnDemand::~BlocksOnDemand() {
  if (reader_.valid()) reader_.wait();
  here_.clear();
  coming_.clear();
  return_free_memory();  // what is done next may need it
}

auto BlocksOnDemand::read(Index block) const -> Parts {
  Parts parts = read_(partition_.range(block));
  if (masks_) {
    for (PackedVectors& part : parts) part.keep_masks();
  }
  return parts;
}

const std::vector<PackedVectors>& BlocksOnDemand::pass(Index block) {
  const Index one[] = {block};
  read_now(held_.need(one, partition_.blocks()));
  return at(block);
}

void BlocksOnDemand::keep_masks() {
  masks_ = true;
  for (auto& [block, parts] : here_) {
    for (PackedVectors& part : parts) part.keep_masks();
  }
}

/// Before others are read, so that no more are in memory than may be.
void BlocksOnDemand::take_out(const std::vector<HeldBlocks::Change>& changes) {
  std::size_t gone = 0;
  for (const auto& change : changes) gone += here_.erase(change.out);
  // Small blocks lie on the heap of the thread that has read them, and would stay there.
  if (gone > 0) return_free_memory();
  reads_ += std::ssize(changes);
}

void BlocksOnDemand::read_now(const std::vector<HeldBlocks::Change>& changes) {
  const Region region("read");
  take_out(changes);
  for (const auto& change : changes) here_.insert_or_assign(change.in, read(change.in));
}

void BlocksOnDemand::need(std::span<const Index> blocks, Index last) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  finish();
  read_now(held_.need(blocks, last));
  seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
}

void BlocksOnDemand::begin_next(std::span<const Index> next, std::span<const Index> now,
                                Index last) {
  finish();
  const auto changes = held_.bring(next, now, last);
  if (changes.empty()) return;
  take_out(changes);
  coming_.clear();
  for (const auto& change : changes) coming_.emplace_back(change.in, Parts());
  const auto read_all = [this] {
    const NoRegions quiet;
    for (auto& [block, parts] : coming_) parts = read(block);
  };
  try {
    reader_ = std::async(std::launch::async, read_all);
  } catch (const std::system_error&) {  // no thread to be had
    read_all();
  }
}

/// Waits for the thread.
void BlocksOnDemand::finish() {
  if (reader_.valid()) reader_.get();
  for (auto& [block, parts] : coming_) here_.insert_or_assign(block, std::move(parts));
  coming_.clear();
}

const std::vector<PackedVectors>& BlocksOnDemand::at(Index block) const {
  const auto found = here_.find(block);
  if (found != here_.end()) return found->second;
  throw Error(Failure::internal, "block " + std::to_string(block) + " is used before it is read");
}

}  // namespace encke
