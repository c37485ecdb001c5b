#pragma once

#include <encke/base/stop_flag.hpp>
#include <encke/ordination/distances.hpp>
#include <vector>

namespace encke::ordination::detail {

/// Eigenvalues, the largest first, and of the first of them unit eigenvectors.
struct Axes {
  std::vector<double> values;
  std::vector<double> vectors;  ///< one after the other, each of as many entries as samples
  Index products = 0;           ///< of the matrix and a vector
};

/// The centred matrix B of squared distances, as it is multiplied by vectors: it is not formed.
class CentredMatrix {
 public:
  CentredMatrix(const Distances& distances, int threads, StopFlag stop = {});

  Index rows() const { return samples_; }
  double trace() const { return trace_; }
  /// Means of the squared distances of each sample, itself included; and of all.
  const std::vector<double>& means() const { return means_; }
  double mean() const { return mean_; }
  /// y = B x, the same bits for any number of threads. Throws Error(stopped).
  void multiply(const double* x, double* y) const;

 private:
  void sum_block(Index block, const double* x, double* y) const;

  const Distances& distances_;
  int threads_;
  StopFlag stop_;
  Index samples_;
  std::vector<Index> blocks_;  ///< first rows of pieces of about equal numbers of pairs
  std::vector<double> means_;
  double mean_ = 0;
  double trace_ = 0;
  mutable std::vector<double> sums_;  ///< of each block
};

/// All eigenvalues of the matrix, and the first `axes` eigenvectors; axes 0: no vectors, in a
/// fourth of the time.
Axes exact_axes(const Distances& distances, const CentredMatrix& matrix, Index axes);
/// True if this build has lanczos_axes().
bool has_lanczos();
/// The first `axes` of both, or those of them that converge; axes < samples - 1. Throws
/// Error(inconsistent) where the build has none.
Axes lanczos_axes(const CentredMatrix& matrix, Index axes);

}  // namespace encke::ordination::detail
