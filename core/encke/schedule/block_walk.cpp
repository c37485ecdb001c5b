#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/schedule/block_walk.hpp>

namespace encke {

template <int Way>
void WalkStep<Way>::note_blocks() {
  blocks.clear();
  for (const auto& tile : tiles) blocks.insert(blocks.end(), tile.begin(), tile.end());
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
}

template <int Way>
auto BlockWalk<Way>::turned(const Blocks& blocks) const -> Blocks {
  Blocks others{};
  for (int v = 0; v < Way; ++v) others[v] = blocks_ - 1 - blocks[Way - 1 - v];
  return others;
}

template <int Way>
BlockWalk<Way>::BlockWalk(Index blocks, Index held)
    : blocks_(blocks), group_(std::max<Index>(1, (held - 2) / (Way - 1))) {
  if (held >= fewest_held) return;
  throw Error(Failure::internal, "a walk over blocks of which too few are held");
}

template <int Way>
Range BlockWalk<Way>::group_range(Index g) const {
  return {g * group_, std::min((g + 1) * group_, blocks_)};
}

/// True if the other blocks pass by backwards while these groups stay.
template <int Way>
bool BlockWalk<Way>::is_backwards(Index pivots, Index others) const {
  return (Way == 2 ? others : others - pivots) % 2 == 1;
}

/// The block that moves in this turn, from 0: first the group itself, upwards, then those after it.
template <int Way>
Index BlockWalk<Way>::moving_at(Index others, Index turn, bool backwards) const {
  const Range group = group_range(others);
  if (turn < group.size() || !backwards) return group.begin + turn;
  return blocks_ - 1 - (turn - group.size());
}

template <int Way>
Array<Index, 4> BlockWalk<Way>::place(const Blocks& ascending) const {
  const Blocks tile = turned(ascending);
  const Index pivots = tile[0] / group_;
  const Index others = tile[Way - 2] / group_;
  const Range group = group_range(others);
  const Index moving = tile[Way - 1];
  const Index turn = moving < group.end || !is_backwards(pivots, others)
                         ? moving - group.begin
                         : group.size() + blocks_ - 1 - moving;
  Index within = tile[0];
  if constexpr (Way == 3) within = tile[0] * blocks_ + tile[1];
  return {pivots, others, turn, within};
}

/// The steps while these groups stay.
template <int Way>
void BlockWalk<Way>::walk(Index pivots, Index others, const Keep& keep,
                          const std::function<void(const WalkStep<Way>&)>& visit) const {
  const bool backwards = is_backwards(pivots, others);
  const Range low = group_range(pivots);
  const Range high = group_range(others);
  WalkStep<Way> step{{}, {}, blocks_ - 1 - low.begin};
  const auto add = [&](const Blocks& blocks) {
    const Blocks tile = turned(blocks);
    if (keep(tile)) step.tiles.push_back(tile);
  };
  for (Index turn = 0; turn < blocks_ - high.begin; ++turn) {
    const Index moving = moving_at(others, turn, backwards);
    step.tiles.clear();
    for (Index a = low.begin; a < std::min(low.end, moving + 1); ++a) {
      if constexpr (Way == 2) {
        add({a, moving});
      } else {
        const Index end = std::min(high.end, moving + 1);
        for (Index b = std::max(a, high.begin); b < end; ++b) add({a, b, moving});
      }
    }
    if (step.tiles.empty()) continue;
    step.note_blocks();
    visit(step);
  }
}

template <int Way>
void BlockWalk<Way>::for_each_step(const Keep& keep,
                                   const std::function<void(const WalkStep<Way>&)>& visit) const {
  for (Index pivots = 0; pivots < groups(); ++pivots) {
    const Index end = Way == 2 ? pivots + 1 : groups();
    for (Index others = pivots; others < end; ++others) walk(pivots, others, keep, visit);
  }
}

template <int Way>
void BlockWalk<Way>::for_each_step(std::vector<Blocks> tiles,
                                   const std::function<void(const WalkStep<Way>&)>& visit) const {
  std::sort(tiles.begin(), tiles.end(),
            [this](const auto& a, const auto& b) { return place(a) < place(b); });
  WalkStep<Way> step;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const auto here = place(tiles[i]);
    step.tiles.push_back(tiles[i]);
    if (i + 1 < tiles.size()) {
      const auto next = place(tiles[i + 1]);
      if (std::equal(here.begin(), here.begin() + 3, next.begin())) continue;
    }
    step.last = blocks_ - 1 - group_range(here[0]).begin;
    step.note_blocks();
    visit(step);
    step.tiles.clear();
  }
}

template struct WalkStep<2>;
template struct WalkStep<3>;
template class BlockWalk<2>;
template class BlockWalk<3>;

}  // namespace encke
