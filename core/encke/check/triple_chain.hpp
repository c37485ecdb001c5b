#pragma once

#include <cstdint>
#include <encke/check/field_sums.hpp>
#include <vector>

namespace encke {

/// What the tallies of all triples of one pivot add up to, and the pair tallies that come along.
struct PivotSums {
  std::int64_t triples = 0;
  std::int64_t rows = 0;     ///< pairs of pivot and row, as often as there are columns
  std::int64_t columns = 0;  ///< pairs of pivot and column, as often as there are rows
};

/// Sums of products of a = x + t m over the triples of a block, for each field, in descending order
/// of rows: over the rows after a pivot, and the columns k after each row j.
/// T: int32 where fits(), else int64.
template <class T>
class RowCheckChain {
 public:
  static bool fits(Index rows, Index columns) { return rows * columns <= Index{1} << 20; }

  /// `t`: 0 to 3.
  RowCheckChain(Index places, std::int32_t t);

  /// These columns come after all rows.
  void add_columns(const FieldSums& columns, Index count);
  /// The vector that the following are for.
  void read(const PackedVectors& vectors, Index vector) { read_vector(vectors, vector, t_, a_); }
  /// Sums of the present vector as a pivot.
  PivotSums pivot() const;
  /// The present vector as a row: the sum of its pair tallies with the columns after it. It belongs
  /// to the rows from now on, and to the columns if `column`.
  std::int64_t add_row(bool column);

 private:
  std::int32_t t_;
  std::vector<std::int8_t> a_;  ///< of the present vector
  std::vector<T> later_;        ///< sum_k a_k
  std::vector<T> rows_later_;   ///< sum_j a_j sum_k a_k
  std::vector<T> rows_;         ///< sum_j a_j sum_k 1
  std::vector<T> columns_;      ///< sum_j sum_k a_k
  T count_ = 0;                 ///< sum_k 1
};

}  // namespace encke
