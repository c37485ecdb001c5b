#pragma once

#include <Eigen/Cholesky>
#include <encke/combine/regression/fit/cell_sums.hpp>

namespace encke::regression {

/// The inverse of the information of a model: of a symmetric matrix of sums of products.
class Information {
 public:
  /// Takes the lower half of the matrix. False where some column follows from the others, to
  /// rounding; nothing else may be called then.
  bool take(const Matrix& products);

  Vector solve(const Vector& right) const;
  /// Variance of a parameter.
  double inverse(Index column) const;
  Matrix inverse() const;
  /// ln of the determinant.
  double log_determinant() const;

 private:
  Vector scale_;  ///< makes the diagonal 1
  Eigen::LDLT<Matrix> factor_;
};

}  // namespace encke::regression
