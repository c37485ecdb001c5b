#pragma once

#include <encke/backend/pruning/ordered_block.hpp>
#include <memory>
#include <optional>
#include <vector>

#include "folded_block.hpp"

namespace encke::kokkos {

/// How a block is prepared.
struct Preparation {
  bool reorder = false;
  bool fill = false;   ///< missing samples, for the tests
  Index allowed = -1;  ///< see OrderedBlock

  friend bool operator==(const Preparation&, const Preparation&) = default;
};

/// A block of vectors as PrunedPairs needs it: in another order or not, and what is known of it.
template <class Bound>
class PreparedBlock {
 public:
  /// `bound` has the vectors in the order of the whole problem.
  PreparedBlock(const Operand& block, const Bound& bound, const Preparation& how);

  /// The vectors in their order, in the place of the block.
  const Operand& operand() const { return operand_; }
  /// The same as they are tested: filled, where samples are missing.
  Operand tested() const { return filled_ ? filled_->operand() : operand_; }
  /// Their indices in the whole problem; null where the order is that of the problem.
  const std::uint32_t* indices() const { return ordered_ ? ordered_->indices().data() : nullptr; }
  const BlockFacts<Bound>& facts() const { return *facts_; }
  /// Those after so many words, of vectors of tested() from its `some.begin` on; some.begin is a
  /// multiple of 16.
  PartFacts<Bound> parts(Index words, const Range& some) const;
  /// Those of all; the last two are kept. By one thread at a time.
  std::shared_ptr<const PartFacts<Bound>> parts(Index words) const;
  /// The sets, or some of them, folded to so many words. The last of all sets are kept. As parts().
  std::shared_ptr<const FoldedBlock> folded(Index words) const;
  FoldedBlock folded(Index words, const Range& some) const;
  /// Appends what a bound has of each vector, in the order that the vectors have now.
  void append_to(std::vector<float> (&weights)[2], std::vector<double>& sizes) const;

  /// True if it was made of the same, and so would be the same.
  bool is_of(const Operand& block, const Bound& bound, const Preparation& how) const;

 private:
  /// What the bound of these vectors alone has, as if the first were the first of all.
  void set(Bound& own) const;
  Operand alone() const;
  Index source(Index v) const;
  void copy_of(const Bound& bound, std::vector<float> (&weights)[2],
               std::vector<double>& sizes) const;

  Operand block_;
  std::uint64_t content_;
  Preparation how_;
  std::optional<pruning::OrderedBlock> ordered_;
  Operand operand_;
  std::optional<FilledVectors> filled_;
  std::vector<float> weights_[2];  ///< of the vectors in their order, where the bound has any
  std::vector<double> sizes_;
  std::optional<BlockFacts<Bound>> facts_;
  struct KeptParts {
    Index words = 0;
    std::shared_ptr<const PartFacts<Bound>> parts;
  };
  mutable KeptParts kept_[2];
  mutable Index folded_words_ = 0;
  mutable std::shared_ptr<const FoldedBlock> folded_;
};

/// The blocks that were prepared last: most come again with the next blocks.
template <class Bound>
class PreparedBlocks {
 public:
  using Pointer = std::shared_ptr<const PreparedBlock<Bound>>;
  static constexpr std::size_t most = 4;

  Pointer get(const Operand& block, const Bound& bound, const Preparation& how);

 private:
  std::vector<Pointer> kept_;  ///< the last used at the end
};

/// Memory of prepared blocks of so many vectors, in bytes.
constexpr std::int64_t prepared_bytes(Index block, std::int64_t bytes_of_vector) {
  constexpr std::int64_t of_facts = 108;
  constexpr int copies = 2;  // in another order, and filled
  return 4 * round_up(block, pair_tile.cols) * (copies * bytes_of_vector + of_facts);
}

extern template class PreparedBlock<CorrelationBound>;
extern template class PreparedBlock<WeightBound>;
extern template class PreparedBlock<OverlapBound>;
extern template class PreparedBlocks<CorrelationBound>;
extern template class PreparedBlocks<WeightBound>;
extern template class PreparedBlocks<OverlapBound>;

}  // namespace encke::kokkos
