#pragma once

#include <encke/combine/regression/fit/information.hpp>
#include <encke/combine/regression/pair_regression.hpp>

namespace encke::regression {

/// Fits linear models by least squares, one after the other.
class LinearFit {
 public:
  /// For at most so many rows, and so many parameters.
  LinearFit(Index rows, Index columns);

  PairEffect least_squares(const SortedSamples& samples);

 private:
  Column fitted_, residual_;
  Vector score_;
  Matrix products_;
  Information information_;
};

}  // namespace encke::regression
