#pragma once

#include <encke/combine/regression/fit/information.hpp>
#include <encke/combine/regression/fit/sample_look.hpp>
#include <encke/combine/regression/pair_regression.hpp>

namespace encke::regression {

/// Fits logistic models, one after the other.
class LogisticFit {
 public:
  /// For at most so many rows, and so many parameters.
  LogisticFit(Index rows, Index columns);

  /// Parameters of the model without genotypes, to begin with. All samples are in the first cell.
  Vector without_genotypes(const SortedSamples& samples);
  /// From these parameters on.
  PairEffect maximum_likelihood(const SortedSamples& samples, Vector beta);
  /// Maximises Firth's likelihood, which has a maximum where classes are separated, too.
  PairEffect penalised(const SortedSamples& samples);

 private:
  void look(const SortedSamples& samples, const Vector& beta);
  void look_at_cells(const SortedSamples& samples, const Vector& beta);
  void look_at_samples(const SortedSamples& samples, const Vector& beta);
  /// Looks at the samples with these parameters, or where these cannot be gone on from with zeros.
  /// False where columns follow from others.
  bool begin(const SortedSamples& samples, Vector& beta);
  double penalised_deviance() const { return deviance_ - information_.log_determinant(); }
  /// Residuals with what the penalty adds to them.
  void add_penalty(const SortedSamples& samples);
  PairEffect effect_of(const SortedSamples& samples, const Vector& beta) const;

  double deviance_ = 0;
  double largest_eta_ = 0;  ///< of all samples, without its sign
  SampleLook look_;
  Column leverage_;  ///< work space of add_penalty()
  Vector score_;
  Matrix products_;
  Information information_;
};

/// An effect that there is no estimate of.
PairEffect no_effect(const SortedSamples& samples, RegressionCode code);

}  // namespace encke::regression
