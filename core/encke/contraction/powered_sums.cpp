#include <cmath>
#include <cstddef>
#include <encke/contraction/double_double.hpp>
#include <encke/contraction/powered_sums.hpp>
#include <numbers>
#include <vector>

namespace encke {
namespace {

/// log(1 + x) for x in [0, 1], as 2 artanh(x / (2 + x)). Not by the C library: its functions differ
/// between processors, and the last bit of a coefficient is one of each value of a pair.
DoubleDouble logarithm(double x) {
  const DoubleDouble z = DoubleDouble(x) / (DoubleDouble(x) + 2);
  const DoubleDouble square = z * z;
  DoubleDouble power = z, sum = z;
  for (int n = 3; power.high > 1e-34; n += 2) {
    power = power * square;
    sum = sum + power / n;
  }
  return sum + sum;
}

/// exp(y) - 1 for |y| <= 1.
DoubleDouble exponential_less_1(DoubleDouble y) {
  DoubleDouble term = y, sum = y;
  for (int n = 2; std::abs(term.high) > 1e-34; ++n) {
    term = term * y / n;
    sum = sum + term;
  }
  return sum;
}

/// Coefficients of the polynomial of r, of degree terms - 1, that goes through ((1 + r)^e - 1) / r
/// at Chebyshev's points of [0, 1]: Newton's divided differences, then multiplied out.
std::vector<DoubleDouble> quotient(double exponent, std::size_t terms) {
  std::vector<double> x;
  std::vector<DoubleDouble> d;
  for (std::size_t k = 0; k < terms; ++k) {
    const double angle =
        std::numbers::pi * (static_cast<double>(k) + 0.5) / static_cast<double>(terms);
    x.push_back(
        static_cast<float>((std::cos(angle) + 1) / 2));  // the same float with every C library
    d.push_back(exponential_less_1(logarithm(x.back()) * exponent) / x.back());
  }
  for (std::size_t step = 1; step < terms; ++step) {
    for (std::size_t k = terms - 1; k >= step; --k) {
      d[k] = (d[k] - d[k - 1]) / (DoubleDouble(x[k]) - x[k - step]);
    }
  }
  std::vector<DoubleDouble> c(terms);
  for (std::size_t k = terms; k-- > 0;) {  // c = c (r - x_k) + d_k
    for (std::size_t n = terms - 1; n > 0; --n) c[n] = c[n - 1] - c[n] * x[k];
    c[0] = d[k] - c[0] * x[k];
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
