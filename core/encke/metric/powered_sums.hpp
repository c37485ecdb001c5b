#pragma once

#include <encke/metric/contraction.hpp>
#include <encke/metric/minima.hpp>

namespace encke {

/// (1 + r)^exponent for r in [0, 1], as a polynomial of r whose constant term is 1: what takes the
/// place of a power in the innermost loop. Relative error below 4e-7 (float32), 6e-15 (float64).
struct PowerSeries {
  static constexpr int terms32 = 10;
  static constexpr int terms64 = 21;
  float narrow[terms32] = {};  ///< coefficient of each power of r
  double wide[terms64] = {};

  /// By interpolation at Chebyshev's points.
  static PowerSeries of(double exponent);
};

/// Sums of powers of two profiles u, v >= 0 with a weight l for each field, over the fields in
/// which both are above 0, for an exponent a in [0, 1]:
///   joint[0] = sum l u^a + l v^a - l (u + v)^(a-1) |u - v|
///   joint[1] = sum l u^a + l v^a - l (u + v)^a
/// and of each vector sum l u^a. A field in which only one is above 0 adds nothing: so the sums
/// over all fields, which are the vectors' own sums less the joint ones, cost the common fields
/// only.
///
/// With M the larger and m the smaller of u and v, (u + v)^(a-1) = M^(a-1) (1 + m/M)^(a-1): the
/// first factor is stored, as l u^(a-1), and the second one is a PowerSeries. Order of summation as
/// in Minima.
struct PoweredSums {
  static constexpr ContractionId id = ContractionId::powered_sums;
  using element = double;
  using scalar = double;
  using accumulator = double;
  static constexpr int channels = 1;

  ENCKE_FUNCTION static constexpr double read(double x, int) { return x; }
  /// What the powers are taken of.
  ENCKE_FUNCTION static constexpr double fold(double a, double b) { return a + b; }
};

static_assert(Contraction<PoweredSums>);

/// Here a pair has two sums for each choice of channels.
template <>
struct Evidence<PoweredSums, 2> {
  using accumulator = double;
  Array<double, 2> joint;
  Array<Array<double, 1>, 2> single;
};

/// One element as it is stored: a number T, or a register V of several.
template <class V>
struct Powered {
  V value;    ///< u
  V factor;   ///< l u^(a-1); where u is 0, the largest number
  V inverse;  ///< 1 / u; where u is 0, the largest number
};

namespace detail {

/// sum of c[first + 2 n] x^n, Horner's rule.
template <int first, int terms, class V, class T>
ENCKE_FUNCTION V every_second(const T* c, V x) {
  constexpr int last = first + (terms - 1 - first) / 2 * 2;
  V sum = V{} + c[last];
#pragma GCC unroll 16
  for (int n = last - 2; n >= first; n -= 2) sum = sum * x + c[n];
  return sum;
}

}  // namespace detail

/// What one field adds to the two sums; the definition, to the bit. T is the element's type.
/// `power_u`: factor * value of u.
template <int terms, class V, class T>
ENCKE_FUNCTION void add_powered(const T* series, const Powered<V>& u, V power_u,
                                const Powered<V>& v, V& first, V& second) {
  const V least = u.value < v.value ? u.value : v.value;
  const V most = u.value > v.value ? u.value : v.value;
  const V inverse = u.inverse < v.inverse ? u.inverse : v.inverse;
  const V factor = u.factor < v.factor ? u.factor : v.factor;
  const V r = least * inverse;
  const V square = r * r;
  const V power = detail::every_second<0, terms>(series, square) +
                  r * detail::every_second<1, terms>(series, square);
  const V t = factor * power;
  const V own = power_u + v.factor * v.value;
  first += own - t * (most - least);
  second += own - t * (u.value + v.value);
}

}  // namespace encke
