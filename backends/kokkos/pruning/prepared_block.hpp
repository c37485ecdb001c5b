#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "block_facts.hpp"
#include "ordered_block.hpp"

namespace encke::kokkos {

/// A block of vectors as PrunedPairs needs it: in another order or not, and what is known of it.
template <class Bound>
class PreparedBlock {
 public:
  /// `words`: see BlockFacts. `bound` has the vectors in the order of the whole problem.
  PreparedBlock(const Operand& block, const Bound& bound, Index words, bool reorder);

  /// The vectors in their order, in the place of the block.
  const Operand& operand() const { return operand_; }
  /// Their indices in the whole problem; null where the order is that of the problem.
  const std::uint32_t* indices() const { return ordered_ ? ordered_->indices().data() : nullptr; }
  const BlockFacts<Bound>& facts() const { return *facts_; }
  /// Appends what a bound has of each vector, in the order that the vectors have now.
  void append_to(std::vector<float> (&weights)[2], std::vector<double>& sizes) const;

  /// True if it was made of the same, and so would be the same.
  bool is_of(const Operand& block, const Bound& bound, Index words, bool reorder) const;

 private:
  Index source(Index v) const;
  void copy_of(const Bound& bound, std::vector<float> (&weights)[2],
               std::vector<double>& sizes) const;

  Operand block_;
  std::uint64_t content_;
  Index words_;
  std::optional<OrderedBlock> ordered_;
  Operand operand_;
  std::vector<float> weights_[2];  ///< of the vectors in their order, where the bound has any
  std::vector<double> sizes_;
  std::optional<BlockFacts<Bound>> facts_;
};

/// The blocks that were prepared last: most come again with the next blocks.
template <class Bound>
class PreparedBlocks {
 public:
  using Pointer = std::shared_ptr<const PreparedBlock<Bound>>;
  static constexpr std::size_t most = 4;

  Pointer get(const Operand& block, const Bound& bound, Index words, bool reorder);

 private:
  std::vector<Pointer> kept_;  ///< the last used at the end
};

/// Memory of prepared blocks of so many vectors, in bytes.
constexpr std::int64_t prepared_bytes(Index block, std::int64_t bytes_of_vector) {
  constexpr std::int64_t of_facts = 100;
  return 4 * round_up(block, pair_tile.cols) * (bytes_of_vector + of_facts);
}

extern template class PreparedBlock<CorrelationBound>;
extern template class PreparedBlock<WeightBound>;
extern template class PreparedBlock<OverlapBound>;
extern template class PreparedBlocks<CorrelationBound>;
extern template class PreparedBlocks<WeightBound>;
extern template class PreparedBlocks<OverlapBound>;

}  // namespace encke::kokkos
