#pragma once

#include <encke/base/index.hpp>
#include <span>
#include <vector>

namespace encke {

/// Which blocks a memory holds that has no space for all of them: only their numbers. Who must go
/// is a block that is needed no more, else the one that was used least recently.
class HeldBlocks {
 public:
  /// What is to be done, one after the other: block `out` goes (-1: none need go), `in` comes.
  struct Change {
    Index out = -1;
    Index in = 0;

    friend bool operator==(const Change&, const Change&) = default;
  };

  /// At most `most` blocks, at least 1.
  explicit HeldBlocks(Index most) : most_(most) {}

  /// Has all of `needed` held; they are used now. No block after `last` is needed any more.
  /// Throws Error(internal) for more than `most`.
  std::vector<Change> need(std::span<const Index> needed, Index last);
  /// Has blocks of `soon` held in advance, as many as there is space for beside those of `now`.
  std::vector<Change> bring(std::span<const Index> soon, std::span<const Index> now, Index last);

  Index most() const { return most_; }
  /// From now on at most so many, no fewer than before.
  void hold(Index most) { most_ = most; }
  Index size() const { return std::ssize(held_); }
  bool holds(Index block) const;

 private:
  struct Block {
    Index number;
    Index used;  ///< when
  };
  bool add(Index block, std::span<const Index> stay, std::span<const Index> stay_too, Index last,
           std::vector<Change>& changes);

  Index most_;
  Index clock_ = 0;
  std::vector<Block> held_;
};

}  // namespace encke
