#pragma once

#include <cstdint>
#include <encke/backend/backend.hpp>
#include <encke/screen/useful_pairs.hpp>
#include <span>
#include <vector>

namespace encke::pruning {

/// All ascending triples of blocks.
Index triples_of(const Array<Operand, 3>& blocks);

/// The triples of a block whose pivot makes a useful pair with both others: for each pivot of the
/// first block its later partners in the other two. A triple that is not among them cannot pass.
class PivotLists {
 public:
  struct Pivot {
    Index index;  ///< in the whole problem, as those of its lists
    std::span<const std::uint32_t> rows, cols;
  };

  /// `pairs` must outlive this.
  PivotLists(const Array<Operand, 3>& blocks, const UsefulPairs& pairs);

  /// Those with triples.
  const std::vector<Pivot>& pivots() const { return pivots_; }
  /// True if the second block is the third, so that both lists of a pivot are the same.
  bool one_list() const { return one_list_; }
  /// Triples of a pivot's lists.
  Index triples_of_pivot(const Pivot& pivot) const {
    const auto rows = static_cast<Index>(pivot.rows.size());
    return one_list_ ? rows * (rows - 1) / 2 : rows * static_cast<Index>(pivot.cols.size());
  }
  Index triples() const { return triples_; }
  /// Triples of the block that are not in the lists.
  Index left_out() const { return all_ - triples_; }

 private:
  std::vector<Pivot> pivots_;
  bool one_list_;
  Index triples_ = 0;
  Index all_;
};

}  // namespace encke::pruning
