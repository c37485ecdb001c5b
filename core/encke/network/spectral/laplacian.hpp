#pragma once

#include <encke/network/components.hpp>
#include <encke/network/spectral/embedding.hpp>
#include <vector>

namespace encke::network {

/// The symmetric matrix whose eigenvectors an embedding takes: of one component the Laplacian L,
/// and c·I - L without its trivial eigenvector, whose largest eigenvalues are c less the smallest
/// of L, c being largest().
class LaplacianOf {
 public:
  /// `nodes` ascending; `place`: of each node, its number among these. `plain`: D - A, else the
  /// symmetric one.
  LaplacianOf(const Graph& graph, std::span<const Node> nodes, std::span<const Node> place,
              bool plain);

  Index nodes() const { return static_cast<Index>(diagonal_.size()); }
  /// y = L·x.
  void multiply(const double* x, double* y) const;
  /// y = (c·I - L)·x, less what x has of the trivial eigenvector; before, y = L·x.
  void shift(const double* x, double* y) const;
  double largest() const { return largest_; }
  /// L by rows, of each the diagonal first.
  struct Rows {
    std::vector<std::size_t> begin = {0};
    std::vector<Node> column;
    std::vector<double> value;
  };
  Rows rows() const;
  /// The trivial eigenvector, of length 1.
  const std::vector<double>& trivial() const { return trivial_; }
  /// L, by columns.
  std::vector<double> dense() const;
  /// Weighted degrees.
  const std::vector<double>& degrees() const { return degrees_; }

 private:
  std::vector<double> diagonal_;
  std::vector<Index> begin_ = {0};
  std::vector<Node> neighbour_;
  std::vector<double> entry_;  ///< of L, below 0
  std::vector<double> degrees_;
  std::vector<double> trivial_;
  double largest_ = 0;
};

}  // namespace encke::network
