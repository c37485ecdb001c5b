#pragma once

#include <encke/combine/regression/pair_regression.hpp>
#include <encke/io/source.hpp>
#include <encke/sink/hit.hpp>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace encke::job {

/// Memory for the genotypes of the pairs that are looked at together, in bytes.
inline constexpr Index refined_bytes = Index{16} << 20;

/// What a second look at pairs needs beside their genotypes.
struct Refinement {
  RegressionModel model = RegressionModel::logistic;
  RegressionSamples samples;
};

/// The samples all of whose numbers are known, which may be none, and their covariates with mean 0
/// and deviation 1. `numbers`: of all `samples`, first the trait, then the covariates; NaN: not
/// known. Throws Error(inconsistent) where a covariate is the same for all samples, with what
/// name_of() says of it: "FILE: column NAME", of numbers from 0.
RegressionSamples regression_samples(const std::vector<std::span<const double>>& numbers,
                                     Index samples,
                                     const std::function<std::string(std::size_t)>& name_of);

/// The p-value of an effect: of Wald's z, of the linear model of Student's t.
double p_value_of(RegressionModel model, const PairEffect& effect);

/// Regressions of pairs, whose genotypes are read in pieces of refined_bytes, or one pair's.
class RefinedPairs {
 public:
  using Take = std::function<void(const Hit<2>&, const PairEffect&)>;

  /// `threads`: 0: all. `check_stop`: called now and then, after 64 regressions of each thread;
  /// what it throws passes through. `take` receives the pairs in the order in which they come. All
  /// must outlive this.
  RefinedPairs(io::Source& source, const Refinement& refinement, int threads,
               std::function<void()> check_stop, Take take);

  /// Few pieces are read where pairs come by their first vector. Throws what Source::read() throws.
  void add(std::span<const Hit<2>> hits);
  /// After the last one.
  void finish();

 private:
  io::Source& source_;
  std::function<void()> check_stop_;
  Take take_;
  std::vector<PairRegression> workers_;
  std::vector<Hit<2>> held_;
  std::vector<std::uint32_t> vectors_;  ///< of the pairs held
};

}  // namespace encke::job
