#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace encke {

/// P(X >= x) of the chi-squared distribution with `df` degrees of freedom, to a few units in the
/// last place: finite sums for whole degrees of freedom (Abramowitz and Stegun, 26.4.4 and 26.4.5),
/// so no library of special functions is needed. 1 for df <= 0. What is below 1e-290 may be 0.
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

/// The smallest statistic whose tail is at most `p`: chi_squared_tail(x, df) <= p from there on.
/// Minus infinity for p >= 1, infinity for df <= 0 and any smaller p. p > 0.
inline double chi_squared_cut_off(double p, int df) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (p >= 1) return -infinity;
  if (df <= 0) return infinity;
  // Bits of numbers that are not negative are in the order of the numbers.
  auto above = std::bit_cast<std::uint64_t>(infinity);
  for (std::uint64_t below = 0; below + 1 < above;) {
    const std::uint64_t middle = below + (above - below) / 2;
    const bool small = chi_squared_tail(std::bit_cast<double>(middle), df) <= p;
    (small ? above : below) = middle;
  }
  return std::bit_cast<double>(above);
}

}  // namespace encke
