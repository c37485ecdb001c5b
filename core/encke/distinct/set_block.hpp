#pragma once

#include <cstdint>
#include <encke/backend/backend.hpp>
#include <encke/tally/vector_copies.hpp>
#include <memory>
#include <optional>
#include <vector>

namespace encke {

/// The vectors of a block by the sets that they are in, each class copied so that its vectors lie
/// side by side.
class SetBlock {
 public:
  static constexpr int most_classes = 4;  ///< of two sets: in none, in one, in the other, in both

  /// `classes`: of each vector of the whole problem, see SetMembers::classes().
  SetBlock(const Operand& block, const std::uint8_t* classes);
  SetBlock(const SetBlock&) = delete;
  SetBlock& operator=(const SetBlock&) = delete;

  bool is_of(const Operand& block) const;
  Index size(int c) const { return std::ssize(members_[c]); }
  /// The first of a class that has some: its index in the whole problem.
  Index first(int c) const { return members_[c].front() + block_.offset; }
  /// The vectors of a class that has some, with the indices from `first` on.
  Operand operand(int c, Index first) const {
    return {&*copies_[c], {0, copies_[c]->vectors()}, first};
  }
  /// Adds for each of these its index in the whole problem.
  void list(int c, VectorCopies& indices) const;

 private:
  Operand block_;
  std::uint64_t content_;
  std::vector<Index> members_[most_classes];  ///< of block.vectors
  std::optional<PackedVectors> copies_[most_classes];
};

/// The blocks that were last asked for: most come again with the next tiles.
class SetBlocks {
 public:
  using Pointer = std::shared_ptr<const SetBlock>;
  static constexpr std::size_t most = 3;

  Pointer get(const Operand& block, const std::uint8_t* classes);

 private:
  std::vector<Pointer> kept_;  ///< the last used at the end
};

}  // namespace encke
