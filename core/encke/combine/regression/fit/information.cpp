#include <cmath>
#include <encke/combine/regression/fit/information.hpp>

namespace encke::regression {

bool Information::take(const Matrix& products) {
  constexpr double least_pivot = 1e-10;  // of columns scaled to 1
  const Vector diagonal = products.diagonal();
  if (!(diagonal.minCoeff() > 0) || !diagonal.allFinite()) return false;
  scale_ = diagonal.cwiseSqrt().cwiseInverse();
  factor_.compute(scale_.asDiagonal() * Matrix(products.selfadjointView<Eigen::Lower>()) *
                  scale_.asDiagonal());
  return factor_.info() == Eigen::Success && factor_.vectorD().minCoeff() > least_pivot;
}

Vector Information::solve(const Vector& right) const {
  return scale_.cwiseProduct(factor_.solve(scale_.cwiseProduct(right)));
}

double Information::inverse(Index column) const {
  return solve(Vector::Unit(scale_.size(), column))[column];
}

Matrix Information::inverse() const {
  const Matrix unscaled = factor_.solve(Matrix::Identity(scale_.size(), scale_.size()));
  return scale_.asDiagonal() * unscaled * scale_.asDiagonal();
}

double Information::log_determinant() const {
  return factor_.vectorD().array().log().sum() - 2 * scale_.array().log().sum();
}

}  // namespace encke::regression
