#pragma once

#include <Eigen/Core>
#include <encke/base/index.hpp>

// The sums of a regression on two genotypes and their product. Samples lie sorted by the
// combination of genotypes, so that what these columns add follows from sums over nine cells, and
// only covariates need a product for each sample.

namespace encke::regression {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using Column = Eigen::ArrayXd;

/// Intercept, two genotypes and their product; covariates come after these.
inline constexpr Index genotype_columns = 4;
inline constexpr int cells = 9;

/// The columns of genotypes in a cell.
inline Eigen::Vector4d columns_of(int cell) {
  const double g = cell / 3;
  const double h = cell % 3;
  return {1, g, h, g * h};
}

/// Samples of a pair, sorted by cell.
struct SortedSamples {
  Index size = 0;
  Index begin[cells + 1] = {};
  double sum[cells] = {};  ///< of the trait
  Column trait;
  Eigen::ArrayXXd covariates;  ///< [sample][covariate], by column

  Index columns() const { return genotype_columns + covariates.cols(); }
};

/// eta[sample] = the linear predictor.
void predict(const SortedSamples& samples, const Vector& beta, Column& eta);

/// to[column] = sum over samples of the residual times the column.
void project(const SortedSamples& samples, const Column& residual, Vector& to);

/// to = the sum over samples of weight times the products of columns; the lower half alone.
void add_products(const SortedSamples& samples, const Column& weight, Matrix& to);

}  // namespace encke::regression
