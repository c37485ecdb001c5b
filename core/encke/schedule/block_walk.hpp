#pragma once

#include <encke/base/array.hpp>
#include <encke/base/index.hpp>
#include <functional>
#include <optional>
#include <vector>

namespace encke {

/// Tiles that are computed together, with the blocks that they need.
template <int Way>
struct WalkStep {
  std::vector<Array<Index, Way>> tiles;  ///< ascending blocks of each; the first is that of all
  std::vector<Index> blocks;             ///< ascending: all that the tiles need
  Index last = 0;                        ///< no block after this one is needed from now on

  /// Sets `blocks`, after `tiles` has changed.
  void note_blocks();

  friend bool operator==(const WalkStep&, const WalkStep&) = default;
};

/// An order of all tiles of some blocks in which few blocks need be brought to a memory that holds
/// only some: a group of blocks (triples: two groups) stays while the later ones pass by, every
/// second time backwards. See docs/design/blocks-on-demand.md.
template <int Way>
class BlockWalk {
  static_assert(Way == 2 || Way == 3);

 public:
  using Blocks = Array<Index, Way>;
  using Keep = std::function<bool(const Blocks&)>;

  /// Fewest blocks that a memory must hold: those of a tile, and one that is being brought.
  static constexpr Index fewest_held = Way + 1;

  /// 0 <= blocks; `held` blocks fit into memory, at least fewest_held (Error(internal) otherwise).
  BlockWalk(Index blocks, Index held);

  /// Blocks of a group.
  Index group() const { return group_; }

  /// Where a tile stands in the walk: tiles are in the order of this.
  Array<Index, 4> place(const Blocks& ascending) const;

  /// Calls visit(step) for each step that has a tile for which keep(ascending blocks) is true.
  void for_each_step(const Keep& keep,
                     const std::function<void(const WalkStep<Way>&)>& visit) const;
  /// The same for the tiles of a list, in any order, and no others.
  void for_each_step(std::vector<Blocks> tiles,
                     const std::function<void(const WalkStep<Way>&)>& visit) const;

 private:
  // Inside, blocks are numbered from the last one.
  Blocks turned(const Blocks& blocks) const;
  Index groups() const { return divide_up(blocks_, group_); }
  Range group_range(Index g) const;
  void walk(Index pivots, Index others, const Keep& keep,
            const std::function<void(const WalkStep<Way>&)>& visit) const;
  bool is_backwards(Index pivots, Index others) const;
  Index moving_at(Index others, Index turn, bool backwards) const;

  Index blocks_;
  Index group_;
};

}  // namespace encke
