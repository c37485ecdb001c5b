#pragma once

#include <encke/backend/backend.hpp>
#include <vector>

// Sets of few members among many fields, folded to few words: a bit is set where any member falls
// on it. For each bit h let a_h and b_h be the members of two sets that fall there. What both have
// in common is at most
//   sum of min(a_h, b_h) <= bits set in both + min(excess_a, excess_b),
// where excess is the size of a set less the bits that are set of it, because
// min(a, b) = [a > 0 and b > 0] + min(a - 1, b - 1) where both are positive.

namespace encke::pruning {

/// A block of sets of bits folded to `words` words: field f to bit f % (64 words).
class FoldedSets {
 public:
  /// Nothing is missing in the block, which lies on the host.
  FoldedSets(const Operand& block, Index words);

  FoldedSets(const FoldedSets&) = delete;
  FoldedSets& operator=(const FoldedSets&) = delete;

  /// In the place of the block.
  Operand operand() const { return {&vectors_, {0, vectors_.vectors()}, offset_}; }
  /// Members that share their bit with another, counted once less for each bit; by place.
  Index excess(Index place) const { return excess_[static_cast<std::size_t>(place)]; }

 private:
  PackedVectors vectors_;
  Index offset_;
  std::vector<Index> excess_;
};

}  // namespace encke::pruning
