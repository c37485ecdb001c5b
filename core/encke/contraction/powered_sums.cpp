#include <cmath>
#include <encke/contraction/powered_sums.hpp>
#include <numbers>
#include <vector>

namespace encke {
namespace {

/// Coefficients of the polynomial of r, of degree terms - 1, that goes through ((1 + r)^e - 1) / r
/// at Chebyshev's points of [0, 1]: Newton's divided differences, then multiplied out.
std::vector<long double> quotient(double exponent, int terms) {
  std::vector<long double> x, d;
  for (int k = 0; k < terms; ++k) {
    const long double angle = std::numbers::pi_v<long double> * (k + 0.5L) / terms;
    x.push_back((std::cos(angle) + 1) / 2);
    d.push_back(std::expm1(exponent * std::log1p(x.back())) / x.back());
  }
  for (int step = 1; step < terms; ++step) {
    for (int k = terms - 1; k >= step; --k) {
      d[static_cast<std::size_t>(k)] =
          (d[static_cast<std::size_t>(k)] - d[static_cast<std::size_t>(k - 1)]) /
          (x[static_cast<std::size_t>(k)] - x[static_cast<std::size_t>(k - step)]);
    }
  }
  std::vector<long double> c(static_cast<std::size_t>(terms), 0);
  for (int k = terms - 1; k >= 0; --k) {  // c = c (r - x_k) + d_k
    for (std::size_t n = c.size() - 1; n > 0; --n) {
      c[n] = c[n - 1] - c[n] * x[static_cast<std::size_t>(k)];
    }
    c[0] = d[static_cast<std::size_t>(k)] - c[0] * x[static_cast<std::size_t>(k)];
  }
  return c;
}

}  // namespace

PowerSeries PowerSeries::of(double exponent) {
  PowerSeries series;
  series.narrow[0] = 1;
  series.wide[0] = 1;
  const auto narrow = quotient(exponent, terms32 - 1);
  const auto wide = quotient(exponent, terms64 - 1);
  for (std::size_t n = 0; n < narrow.size(); ++n) {
    series.narrow[n + 1] = static_cast<float>(narrow[n]);
  }
  for (std::size_t n = 0; n < wide.size(); ++n) series.wide[n + 1] = static_cast<double>(wide[n]);
  return series;
}

}  // namespace encke
