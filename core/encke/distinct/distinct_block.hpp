#pragma once

#include <encke/distinct/equal_vectors.hpp>
#include <encke/tally/vector_copies.hpp>
#include <memory>
#include <optional>

namespace encke {

/// A block of which equal vectors are contracted once: a copy of the first of each kind, or the
/// block itself where that would spare little.
class DistinctBlock {
 public:
  /// `always`: copies it where a single vector is spared, too.
  DistinctBlock(const Operand& block, bool always);
  DistinctBlock(const DistinctBlock&) = delete;
  DistinctBlock& operator=(const DistinctBlock&) = delete;

  bool is_of(const Operand& block) const;
  /// True if it has fewer vectors than the block.
  bool spares() const { return copy_.has_value(); }
  /// Vectors that are contracted.
  Index size() const { return spares() ? copy_->vectors() : block_.range.size(); }
  /// The vectors that are contracted, with the indices from `first` on.
  Operand operand(Index first) const;
  /// Adds for each of these those of the block that it stands for.
  void list(VectorCopies& copies) const;
  /// Those that stand for several.
  const std::vector<Index>& several() const { return several_; }

 private:
  Operand block_;
  std::uint64_t content_;
  std::optional<PackedVectors> copy_;
  std::vector<Index> kind_;     ///< of each vector of the block
  std::vector<Index> several_;  ///< places
};

/// The blocks that were last asked for: most come again with the next tiles.
class DistinctBlocks {
 public:
  using Pointer = std::shared_ptr<const DistinctBlock>;
  static constexpr std::size_t most = 3;

  Pointer get(const Operand& block, bool always);

 private:
  std::vector<Pointer> kept_;  ///< the last used at the end
};

}  // namespace encke
