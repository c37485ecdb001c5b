#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace encke {

enum class RegressionModel { logistic, linear };

/// The samples that a regression is of.
struct RegressionSamples {
  std::vector<Index> fields;       ///< of the genotypes, those whose numbers are known
  std::vector<double> trait;       ///< of each of these; for the logistic model 0 or 1
  std::vector<double> covariates;  ///< [covariate][sample], each with mean 0 and deviation 1

  Index size() const { return static_cast<Index>(fields.size()); }
  Index columns() const {
    return fields.empty() ? 0 : static_cast<Index>(covariates.size() / fields.size());
  }
};

/// How an estimate came about, or why there is none.
enum class RegressionCode {
  converged,     ///< by maximum likelihood, or least squares
  firth,         ///< by Firth's penalised likelihood, because the classes are separated
  few_samples,   ///< no more samples than parameters
  one_class,     ///< all samples have the same trait
  collinear,     ///< the product follows from the other columns
  not_converged  ///< nor by penalised likelihood
};
/// As it is printed: "." where there is nothing to say.
std::string_view code_text(RegressionCode code);

/// What the product of two genotypes adds to the trait; NaN where there is no estimate.
struct PairEffect {
  double beta = 0;
  double error = 0;   ///< standard error of beta
  Index samples = 0;  ///< with both genotypes
  Index degrees = 0;  ///< of freedom: samples less parameters
  RegressionCode code = RegressionCode::converged;
};

/// Regression of a trait on two genotypes, copies 0, 1, 2 of allele 1, and their product:
///   trait or its log odds = b0 + b1 g + b2 h + b3 g h + covariates,
/// for one pair after the other. b3 is the interaction of PLINK 1.9's --epistasis.
///
/// Logistic: Newton's method, at most 25 steps, until the deviance changes by less than 1e-8; where
/// the classes are separated (an effect above 15, or no convergence) by the penalised likelihood of
/// Firth, Biometrika 80 (1993), as Heinze and Schemper, Statistics in Medicine 21 (2002), use it.
/// Linear: least squares. One such object for each thread.
class PairRegression {
 public:
  /// `samples` must outlive this.
  PairRegression(const RegressionSamples& samples, RegressionModel model);
  PairRegression(PairRegression&&) noexcept;
  PairRegression& operator=(PairRegression&&) noexcept;
  ~PairRegression();

  /// Genotypes of all fields, 3 where missing; such samples are left out.
  PairEffect operator()(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second);

 private:
  class Fit;
  std::unique_ptr<Fit> fit_;
};

}  // namespace encke
