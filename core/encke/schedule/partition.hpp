#pragma once

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <string>

namespace encke {

/// Divides `vectors` vectors into contiguous blocks. The blocks are evened out: their sizes differ
/// by at most one granule, and every block but the last is a multiple of the granule, so that a
/// block always starts with a whole group of lanes. The numbers of vectors and of blocks say all.
class Partition {
 public:
  /// Vectors of the widest group that packing makes.
  static constexpr Index granule = 16;

  /// Blocks of at most `block` vectors each. `vectors` >= 0; `block` a positive multiple of 16
  /// (Error(command_line) otherwise).
  Partition(Index vectors, Index block) : Partition(vectors) {
    if (block <= 0 || block % granule != 0) {
      throw Error(Failure::command_line, "a block of " + std::to_string(block) +
                                             " vectors: expected a positive multiple of 16");
    }
    blocks_ = divide_up(granules_, block / granule);
  }

  /// `blocks` blocks, or as many as there are granules, if these are fewer. `vectors` >= 0;
  /// `blocks` >= 1, or 0 for 0 vectors (Error(command_line) otherwise). For every partition p,
  /// of_blocks(p.vectors(), p.blocks()) == p.
  static Partition of_blocks(Index vectors, Index blocks) {
    Partition partition(vectors);
    if (blocks < 0 || (blocks == 0 && vectors > 0)) {
      throw Error(Failure::command_line, "cannot divide " + std::to_string(vectors) +
                                             " vectors into " + std::to_string(blocks) +
                                             " blocks: expected at least one block");
    }
    partition.blocks_ = std::min(blocks, partition.granules_);
    return partition;
  }

  Index vectors() const { return vectors_; }
  Index blocks() const { return blocks_; }
  /// Vectors of the largest block, rounded up to a multiple of the granule.
  Index largest_block() const { return blocks_ == 0 ? 0 : divide_up(granules_, blocks_) * granule; }

  /// Vectors of block b, 0 <= b < blocks(); never empty.
  Range range(Index b) const { return {start(b), start(b + 1)}; }

  friend bool operator==(const Partition&, const Partition&) = default;

 private:
  explicit Partition(Index vectors) : vectors_(vectors), granules_(divide_up(vectors, granule)) {
    if (vectors < 0) {
      throw Error(Failure::command_line,
                  "cannot divide " + std::to_string(vectors) + " vectors into blocks");
    }
  }

  Index start(Index b) const {
    const Index first = b * (granules_ / blocks_) + b * (granules_ % blocks_) / blocks_;
    return first < granules_ ? first * granule : vectors_;
  }

  Index vectors_;
  Index granules_;
  Index blocks_ = 0;
};

}  // namespace encke
