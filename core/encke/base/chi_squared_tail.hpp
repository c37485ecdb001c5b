#pragma once

#include <cmath>

namespace encke {

/// P(X >= x) of the chi-squared distribution with `df` degrees of freedom, to a few units in the
/// last place: finite sums for whole degrees of freedom (Abramowitz and Stegun, 26.4.4 and 26.4.5),
/// so no library of special functions is needed. 1 for df <= 0; exact down to the smallest numbers.
inline double chi_squared_tail(double x, int df) {
  if (std::isnan(x)) return x;
  if (df <= 0 || x <= 0) return 1;
  const double half = x / 2;
  const bool odd = df % 2 != 0;
  // Poisson terms e^-h h^s / Gamma(s + 1), with s half a whole number where df is odd
  double s = odd ? 0.5 : 0;
  double term = odd ? 2 * std::sqrt(half / M_PI) * std::exp(-half) : std::exp(-half);
  double sum = odd ? std::erfc(std::sqrt(half)) : 0;
  for (int n = 0; n < df / 2; ++n) {
    sum += term;
    s += 1;
    term *= half / s;
  }
  return sum;
}

}  // namespace encke
