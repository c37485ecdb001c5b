#pragma once

#include <encke/distributed/steps.hpp>
#include <encke/plan/plan.hpp>
#include <encke/schedule/block_walk.hpp>
#include <encke/schedule/domain/tiles.hpp>
#include <encke/schedule/held_blocks.hpp>
#include <encke/schedule/slice.hpp>
#include <encke/schedule/tile.hpp>
#include <encke/schedule/tile_selection.hpp>
#include <optional>
#include <vector>

namespace encke {

/// The tiles of one of several ranks that share a plan's tiles, where blocks come from the input:
/// a piece of the walk over all of them, even by tuples.
template <int Way>
class WalkedTiles {
 public:
  /// `sharer`: which rank of how many, that differ not in their fields alone. `held`: blocks that
  /// fit into its memory, the same on all.
  WalkedTiles(const Plan& plan, const Partition& partition, const Slice& sharer, Index held)
      : tiles_(plan.domain, partition),
        selected_(select_tiles(tiles_, plan, {0, 1})),
        walk_(partition.blocks(), held),
        mine_(sharer.of({0, all_tuples()})),
        tuples_(mine_.size()),
        alone_(sharer.n == 1) {
    if (sharer.k == sharer.n - 1) ++mine_.end;  // tiles without tuples at the end are its
  }

  const DomainTiles<Way>& tiles() const { return tiles_; }
  /// About how many tuples this rank's tiles have.
  Index tuples() const { return tuples_; }

  /// Calls visit(step, next) for each of this rank's steps in order; `next` is null for the last.
  template <class Visit>
  void for_each_step(Visit&& visit) const {
    std::optional<WalkStep<Way>> present;
    const auto take = [&](const WalkStep<Way>& step) {
      if (present) visit(*present, &step);
      present = step;
    };
    if (alone_) {
      for_all_steps(take);
    } else {
      for_my_steps(take);
    }
    if (present) visit(*present, static_cast<const WalkStep<Way>*>(nullptr));
  }

  /// Blocks that a rank reads which holds so many at a time, and has read those of `passed` first,
  /// these included, when it held `first`.
  Index count_reads(Index held, Range passed, Index first) const {
    HeldBlocks blocks(first);
    std::size_t reads = 0;
    for (Index b = passed.begin; b < passed.end; ++b) {
      const Index one[] = {b};
      reads += blocks.need(one, tiles_.partition().blocks()).size();
    }
    blocks.hold(held);
    for_each_step([&](const WalkStep<Way>& step, const WalkStep<Way>* next) {
      reads += blocks.need(step.blocks, step.last).size();
      if (next) reads += blocks.bring(next->blocks, step.blocks, next->last).size();
    });
    return static_cast<Index>(reads);
  }

 private:
  using Blocks = Array<Index, Way>;

  Index tuples_of(const Blocks& blocks) const {
    return tiles_.domain().tuples(make_tile<Way>(tiles_.partition(), blocks).ranges);
  }

  Index all_tuples() const {
    if (selected_.everything()) return tiles_.tuples(tiles_.places());
    Index tuples = 0;
    for_all_steps([&](const WalkStep<Way>& step) {
      for (const Blocks& tile : step.tiles) tuples += tuples_of(tile);
    });
    return tuples;
  }

  /// The selected tiles of all ranks.
  template <class Visit>
  void for_all_steps(const Visit& visit) const {
    if (!tiles_.listed()) {
      return walk_.for_each_step(
          [&](const Blocks& blocks) { return selected_.keeps(blocks) && tiles_.has(blocks); },
          visit);
    }
    std::vector<Blocks> list;
    for (const DomainTile<Way>& tile : listed_tiles(tiles_, selected_)) list.push_back(tile.blocks);
    walk_.for_each_step(std::move(list), visit);
  }

  /// A tile is that rank's in whose piece its first tuple lies.
  template <class Visit>
  void for_my_steps(const Visit& visit) const {
    Index before = 0;
    for_all_steps([&](WalkStep<Way> step) {
      std::erase_if(step.tiles, [&](const Blocks& tile) {
        const bool is_mine = mine_.contains(before);
        before += tuples_of(tile);
        return !is_mine;
      });
      if (step.tiles.empty()) return;
      step.note_blocks();
      visit(step);
    });
  }

  DomainTiles<Way> tiles_;
  TileSelection selected_;
  BlockWalk<Way> walk_;
  Range mine_;  ///< tuples, of those of all ranks in the walk's order
  Index tuples_;
  bool alone_;
};

}  // namespace encke
