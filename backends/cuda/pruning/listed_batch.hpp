#pragma once

#include <encke/backend/pair_tallies.hpp>
#include <encke/backend/pruning/pivot_lists.hpp>
#include <vector>

#include "cuda/kernels/screens/data.hpp"

namespace encke::cuda {

/// Triples of some pivots' lists, as the rows and columns of one product: each pivot's partners in
/// the second block, folded with it, by those in the third. A triple is an entry whose row and
/// column have the same pivot. Both sides are in ascending order of pivots, so tiles with triples
/// lie about a diagonal.
struct ListedBatch {
  std::vector<ListedVector> rows, cols;
  Index triples = 0;  ///< of these lists: no more entries can be candidates

  /// True if some row has the pivot of some column.
  bool has_pivots_of(const Range& some_rows, const Range& some_cols) const;
  /// Tiles of rows by columns with triples.
  Index tiles(Index tile_rows, Index tile_cols) const;
};

/// Fills batches, one after the other, from the lists of a block.
class ListedBatches {
 public:
  /// All must outlive this, the blocks' bound too.
  ListedBatches(const pruning::PivotLists& lists, const Array<Operand, 3>& blocks,
                const WeightBound& bound)
      : lists_(lists), blocks_(blocks), bound_(bound) {}

  /// The next pivots whose lists together have no more than so many triples, rows and columns, but
  /// one at least; false where there is none. Joints are left 0.
  bool next(ListedBatch& batch, Index most_triples, Index most_vectors);

 private:
  ListedVector listed(int block, Index vector, Index pivot) const;

  const pruning::PivotLists& lists_;
  Array<Operand, 3> blocks_;
  const WeightBound& bound_;
  std::size_t next_ = 0;
};

/// Sets the products of the pairs of the batch, from the tallies of (pivot, row), (pivot, column).
void set_joints(ListedBatch& batch, const PairTallies& ij, const PairTallies& ik);

}  // namespace encke::cuda
