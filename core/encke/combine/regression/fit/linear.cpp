#include <cmath>
#include <encke/combine/regression/fit/linear.hpp>
#include <encke/combine/regression/fit/logistic.hpp>

namespace encke::regression {

LinearFit::LinearFit(Index rows, Index columns)
    : fitted_(rows), residual_(rows), score_(columns), products_(columns, columns) {}

PairEffect LinearFit::least_squares(const SortedSamples& samples) {
  constexpr Index product_column = genotype_columns - 1;
  const Index n = samples.rows();
  const Index degrees = samples.size - samples.columns();
  add_products(samples, products_);
  if (!information_.take(products_)) return no_effect(samples, RegressionCode::collinear);
  Vector beta = Vector::Zero(samples.columns());
  residual_.head(n) = samples.trait.head(n);
  for (int i = 0; i < 2; ++i) {  // the second solution takes the rounding of the first
    project(samples, residual_, score_);
    beta += information_.solve(score_);
    predict(samples, beta, fitted_);
    residual_.head(n) = samples.trait.head(n) - samples.present.head(n) * fitted_.head(n);
  }
  const double variance = residual_.head(n).square().sum() / static_cast<double>(degrees);
  return {beta[product_column], std::sqrt(variance * information_.inverse(product_column)),
          samples.size, degrees, RegressionCode::converged};
}

}  // namespace encke::regression
