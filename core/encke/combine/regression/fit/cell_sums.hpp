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

/// Rows that are summed side by side: each cell begins at a multiple of them.
inline constexpr int row_lanes = 4;
/// Rows that so many samples need at most.
constexpr Index rows_for(Index samples) { return samples + cells * (row_lanes - 1); }

/// Samples of a pair, sorted by cell. A cell's rows are filled up with empty ones, in which all is
/// 0.
struct SortedSamples {
  Index size = 0;               ///< without empty rows
  Index begin[cells + 1] = {};  ///< rows
  Index count[cells] = {};      ///< of samples
  double sum[cells] = {};       ///< of the trait
  Column trait;
  Column present;              ///< 1 of a sample, 0 of an empty row
  Eigen::ArrayXXd covariates;  ///< [row][covariate], by column

  Index rows() const { return begin[cells]; }
  Index columns() const { return genotype_columns + covariates.cols(); }
};

/// eta[row] = the linear predictor.
void predict(const SortedSamples& samples, const Vector& beta, Column& eta);

/// to[column] = sum over rows of the residual, 0 in empty ones, times the column.
void project(const SortedSamples& samples, const Column& residual, Vector& to);

/// to = the sum over samples of the products of columns; the lower half alone.
void add_products(const SortedSamples& samples, Matrix& to);

}  // namespace encke::regression
