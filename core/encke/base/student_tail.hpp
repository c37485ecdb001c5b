#pragma once

#include <cmath>
#include <initializer_list>

namespace encke {
namespace detail {

/// The continued fraction of the incomplete beta function, for x < (a + 1) / (a + b + 2): NIST
/// Digital Library of Mathematical Functions, 8.17.22, by Lentz's method.
inline double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300;
  constexpr int most = 10'000;
  const auto not_zero = [](double y) { return std::abs(y) < tiny ? tiny : y; };
  double c = 1;
  double d = 1 / not_zero(1 - (a + b) * x / (a + 1));
  double fraction = d;
  for (int m = 1; m < most; ++m) {
    for (const bool even : {true, false}) {
      const double factor = even ? m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
                                 : -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
      d = 1 / not_zero(1 + factor * d);
      c = not_zero(1 + factor / c);
      fraction *= d * c;
    }
    if (std::abs(d * c - 1) < 1e-15) break;
  }
  return fraction;
}

}  // namespace detail

/// P(|T| >= |t|) of Student's distribution with df > 0 degrees of freedom, to about 1e-12 of its
/// value: the incomplete beta function I_x(df / 2, 1 / 2), x = df / (df + t^2). Not for several
/// threads at once, because of lgamma.
inline double student_tail(double t, double df) {
  if (std::isnan(t)) return t;
  const double a = df / 2;
  const double b = 0.5;
  const double ratio = t * t / df;
  const double x = 1 / (1 + ratio);
  const double y = ratio / (1 + ratio);
  if (y == 0) return 1;
  if (x == 0) return 0;
  const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) -
                                a * std::log1p(ratio) + b * std::log(y));
  if (x < (a + 1) / (a + b + 2)) return front * detail::beta_fraction(a, b, x) / a;
  return 1 - front * detail::beta_fraction(b, a, y) / b;
}

/// P(|Z| >= |z|) of the normal distribution.
inline double normal_tail(double z) { return std::erfc(std::abs(z) * M_SQRT1_2); }

}  // namespace encke
