#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/schedule/held_blocks.hpp>
#include <utility>

namespace encke {
namespace {

bool is_among(std::span<const Index> blocks, Index block) {
  return std::find(blocks.begin(), blocks.end(), block) != blocks.end();
}

}  // namespace

bool HeldBlocks::holds(Index block) const {
  return std::any_of(held_.begin(), held_.end(), [&](const Block& b) { return b.number == block; });
}

/// True if there was space for it.
bool HeldBlocks::add(Index block, std::span<const Index> stay, std::span<const Index> stay_too,
                     Index last, std::vector<Change>& changes) {
  Change change{.in = block};
  if (size() == most_) {
    auto goes = held_.end();
    // those that are needed no more before all others, then by their last use
    const auto rank = [last](const Block& b) { return std::pair(b.number <= last, b.used); };
    for (auto b = held_.begin(); b != held_.end(); ++b) {
      if (is_among(stay, b->number) || is_among(stay_too, b->number)) continue;
      if (goes == held_.end() || rank(*b) < rank(*goes)) goes = b;
    }
    if (goes == held_.end()) return false;
    change.out = goes->number;
    held_.erase(goes);
  }
  held_.push_back({block, ++clock_});
  changes.push_back(change);
  return true;
}

auto HeldBlocks::need(std::span<const Index> needed, Index last) -> std::vector<Change> {
  std::vector<Change> changes;
  for (const Index block : needed) {
    if (holds(block)) continue;
    if (add(block, needed, {}, last, changes)) continue;
    throw Error(Failure::internal, "more blocks are needed at a time than can be held");
  }
  for (Block& block : held_) {
    if (is_among(needed, block.number)) block.used = ++clock_;
  }
  return changes;
}

auto HeldBlocks::bring(std::span<const Index> soon, std::span<const Index> now, Index last)
    -> std::vector<Change> {
  std::vector<Change> changes;
  for (const Index block : soon) {
    if (!holds(block) && !add(block, soon, now, last, changes)) break;
  }
  return changes;
}

}  // namespace encke
