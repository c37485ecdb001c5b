#pragma once

#include <encke/combine/regression/fit/cell_sums.hpp>
#include <vector>

namespace encke::regression {

/// What the samples say of a logistic model with some parameters, in one pass over them: blocks of
/// samples stay in the first cache until all their sums are taken. Sums have four lanes whatever
/// the CPU, and no multiply-add, so results have the same bits everywhere.
class SampleLook {
 public:
  /// For samples in at most so many rows, with so many covariates.
  SampleLook(Index rows, Index covariates);

  /// Throws nothing and takes no memory.
  void take(const SortedSamples& samples, const Vector& beta);
  /// The same without this CPU's vector instructions, for tests.
  void take_plain(const SortedSamples& samples, const Vector& beta);

  double deviance() const { return deviance_; }
  /// The largest linear predictor of a sample, without its sign; NaN where one is no number.
  double largest_predictor() const { return largest_; }
  /// Trait less the probability of class 1, and the variance, of each row; 0 of empty ones.
  const double* residual() const { return residual_.data(); }
  const double* weight() const { return weight_.data(); }
  /// As project() of residual() and add_products() of weight() have them.
  void score(Vector& to) const;
  void products(Matrix& to) const;

 private:
  struct Kernel;
  struct Lanes {
    alignas(32) double lane[row_lanes];
    double sum() const { return (lane[0] + lane[1]) + (lane[2] + lane[3]); }
  };

  void clear();

  Index covariates_;
  double deviance_ = 0;
  double largest_ = 0;
  std::vector<double> residual_;
  std::vector<double> weight_;
  // Sums over samples.
  std::vector<Lanes> residual_sum_;  ///< [cell]
  std::vector<Lanes> weight_sum_;    ///< [cell]
  std::vector<Lanes> weighted_sum_;  ///< [covariate][cell]: weight times covariate
  std::vector<Lanes> projected_;     ///< [covariate]: residual times covariate
  std::vector<Lanes> products_;      ///< [row of the lower half]: weight times two covariates
};

}  // namespace encke::regression
