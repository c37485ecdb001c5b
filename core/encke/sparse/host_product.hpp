#pragma once

#include <encke/base/index.hpp>
#include <encke/sparse/matrix_rows.hpp>
#include <functional>
#include <vector>

namespace encke::sparse {

/// Calls body(row, worker) once for each row; a worker does one row after the other.
struct RowLoop {
  using Body = std::function<void(std::size_t row, std::size_t worker)>;
  std::size_t workers = 1;
  std::function<void(std::size_t rows, const Body& body)> run;
};

/// Products with one and the same matrix on their right, by the host's threads: a row is summed
/// over the range of columns that it may have, which is read afterwards. A kernel for any matrix
/// lists each entry when it comes first; that takes longer where an entry has many terms.
class HostProduct {
 public:
  /// `right`, of `columns` columns, must outlive this.
  HostProduct(const MatrixRows& right, Index columns, RowLoop loop);

  /// True where the rows of left · right have many terms for each column of their ranges. That is
  /// counted, so that it is the same each time.
  bool pays_off(const MatrixRows& left) const;

  /// left · right: entry by entry the sum over the columns k of the left row, in their order. In
  /// each row columns ascend; entries that are 0 are left out. Valid until the next call.
  MatrixRows multiply(const MatrixRows& left);

 private:
  /// Columns [first, end).
  struct Range {
    std::int32_t first = 0;
    std::int32_t end = 0;
    std::size_t size() const { return static_cast<std::size_t>(end - first); }
  };
  Range range_of(const MatrixRows& left, std::size_t row) const;
  /// Writes a row to its place; returns how many entries it has.
  std::size_t multiply_row(const MatrixRows& left, std::size_t row, std::vector<double>& sum);

  MatrixRows right_;
  RowLoop loop_;
  std::vector<Range> range_;              ///< of the right rows
  std::vector<std::vector<double>> sum_;  ///< of each worker, 0 between rows
  std::vector<std::size_t> begin_;
  std::vector<std::int32_t> column_;
  std::vector<double> value_;
};

}  // namespace encke::sparse
