#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <encke/base/index.hpp>
#include <limits>

namespace encke {

class VectorCopies;

/// What the planes of a tile of tallies hold.
enum class TallyForm {
  table,     ///< plane c: cell c of the joint table, as the contraction's accumulator
  complete,  ///< one product for each tuple; the table follows from it and the lower-order sums
  missing,   ///< one product for each choice of x or presence mask of each vector (2^way planes)
};

/// A matrix of tallies, `planes` deep. Element type: int32 for products of genotypes and bits,
/// double for minima, the contraction's accumulator for tables.
struct TallyMatrix {
  const void* data = nullptr;
  Index plane_stride = 0;  ///< elements from one plane to the next
  Index row_stride = 0;    ///< elements from one row to the next; columns are adjacent

  template <class T>
  const T* row(Index plane, Index r) const {
    return static_cast<const T*>(data) + plane * plane_stride + r * row_stride;
  }
};

/// The tallies of a rectangle of tuples, in host memory, valid only during the visit.
/// Pairs: vectors rows.begin + r and cols.begin + c. Triples: these two and `pivot`. Entries whose
/// indices do not ascend (pivot < row < column) are undefined and must be skipped.
struct TallyTile {
  TallyForm form = TallyForm::table;
  Range rows;
  Range cols;
  TallyMatrix joint;

  /// Pairs: the vector of each row and of each column in the whole problem, where the vectors come
  /// in another order. `rows` and `cols` are then places in that order, and of a pair the vector of
  /// the column may be the earlier one.
  const std::uint32_t* row_index = nullptr;
  const std::uint32_t* col_index = nullptr;
  /// Pairs, where equal vectors come as one: what each stands for. Indices are then those in this
  /// list, and those in the whole problem are in it.
  const VectorCopies* copies = nullptr;

  Index pivot = -1;  ///< triples: the first vector of all of them; -1 for pairs
  TallyForm pair_form = TallyForm::table;
  TallyMatrix pivot_rows;  ///< triples: pair tallies of (pivot, row): one row of rows.size()
  TallyMatrix pivot_cols;  ///< triples: pair tallies of (pivot, column): one row of cols.size()
  TallyMatrix row_cols;    ///< triples: pair tallies of (row, column)

  /// One byte for each entry, nonzero where a value may pass the screen; null: all may.
  const std::uint8_t* candidates = nullptr;
  Index candidate_stride = 0;  ///< a multiple of 8; rows are padded with zeros to a multiple of 8

  Index row_vector(Index r) const { return row_index != nullptr ? row_index[r] : rows.begin + r; }
  Index col_vector(Index c) const { return col_index != nullptr ? col_index[c] : cols.begin + c; }
};

/// Visits tiles of tallies as they are made, on the thread that made them. Visits of different
/// workers run at the same time.
class TallyVisitor {
 public:
  TallyVisitor() = default;
  TallyVisitor(const TallyVisitor&) = delete;
  TallyVisitor& operator=(const TallyVisitor&) = delete;
  virtual ~TallyVisitor() = default;
  virtual void visit(const TallyTile& tile, int worker) = 0;
  /// True if tiles are wanted too that the screen has rejected as a whole. Their candidates are all
  /// zero.
  virtual bool every_tile() const { return false; }
  /// True if pairs may come in any order, and equal vectors once: see TallyTile::row_index, copies.
  virtual bool any_order() const { return false; }
  /// True if any tuple of these vectors is wanted, in the whole problem; of triples those of
  /// `pivot`. What is not wanted need not be computed. Backends need not ask.
  virtual bool wants(Index /*pivot*/, Range /*rows*/, Range /*cols*/) const { return true; }
  /// No wanted tuple whose first vector is in `first`, not empty, has one from this one on.
  virtual Index end_after(Range /*first*/) const { return std::numeric_limits<Index>::max(); }
  /// How many pairs of a row and a later column are wanted, in the whole problem.
  virtual Index wanted_pairs(Range rows, Range cols) const {
    Index pairs = 0;
    for (Index row = rows.begin; row < rows.end; ++row) {
      pairs += std::max<Index>(0, cols.end - std::max(cols.begin, row + 1));
    }
    return pairs;
  }
  /// True if the screen's floor may rise while tiles come, so that those with the largest values
  /// had better come first.
  virtual bool floor_may_rise() const { return false; }
};

}  // namespace encke
