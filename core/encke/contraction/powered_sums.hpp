#pragma once

#include <math.h>

#include <encke/contraction/contraction.hpp>
#include <encke/contraction/minima.hpp>
#include <type_traits>

namespace encke {

/// (1 + r)^exponent for r in [0, 1], as a polynomial of r whose constant term is 1: what takes the
/// place of a power in the innermost loop. Relative error below 4e-7 (float32), 6e-15 (float64).
struct PowerSeries {
  static constexpr int terms32 = 10;
  static constexpr int terms64 = 21;
  float narrow[terms32] = {};  ///< coefficient of each power of r
  double wide[terms64] = {};

  /// Interpolates at Chebyshev's points.
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
  Array<Array<double, 1>, 2> margin;
};

/// One element as it is stored: a number T, or a register V of several.
template <class V>
struct Powered {
  V value;    ///< u
  V factor;   ///< l u^(a-1); where u is 0, the largest number
  V inverse;  ///< 1 / u; where u is 0, the largest number
};

/// a b + c, rounded once. For devices clang compiles its own function, not the C library's.
ENCKE_FUNCTION float fused_number(float a, float b, float c) {
#if defined(__clang__)
  return __builtin_fmaf(a, b, c);
#else
  return ::fmaf(a, b, c);
#endif
}
ENCKE_FUNCTION double fused_number(double a, double b, double c) {
#if defined(__clang__)
  return __builtin_fma(a, b, c);
#else
  return ::fma(a, b, c);
#endif
}

/// Steps of reals V, a number or a register of several, none of which is negative but in `fused`.
/// A level specialises it for its registers, with the same results.
template <class V>
struct RealSteps {
  ENCKE_FUNCTION static void least(const V& a, const V& b, V& out) { out = a < b ? a : b; }
  ENCKE_FUNCTION static void most(const V& a, const V& b, V& out) { out = a > b ? a : b; }
  /// a b + c, rounded once. A processor without the instruction calls a function for each number,
  /// which is slow.
  ENCKE_FUNCTION static void fused(const V& a, const V& b, const V& c, V& out) {
    if constexpr (std::is_floating_point_v<V>) {
      out = fused_number(a, b, c);
    } else {
      using Number = std::remove_cvref_t<decltype(a[0])>;
      V sums{};
      for (unsigned i = 0; i < sizeof(V) / sizeof(Number); ++i) {
        Number of_lane;
        RealSteps<Number>::fused(a[i], b[i], c[i], of_lane);
        sums[i] = of_lane;
      }
      out = sums;
    }
  }
};

/// What one field adds to the two sums of a vector u and N others; the definition, to the bit. T is
/// the element's type. `power_u`: factor * value of u. Multiplications and additions of the series
/// are rounded together; those of the last products are not, because where only one vector is above
/// 0 they must cancel to 0. Step by step for all N, whose chains of operations would else wait for
/// each other's results.
template <int terms, int N, class V, class T>
ENCKE_FUNCTION void add_powered(const T* series, const Powered<V>& u, V power_u,
                                const Powered<V> (&v)[N], V (&first)[N], V (&second)[N]) {
  using Steps = RealSteps<V>;
  V r[N], square[N], even[N], odd[N];
#pragma GCC unroll 4
  for (int n = 0; n < N; ++n) {
    V least, inverse;
    Steps::least(u.value, v[n].value, least);
    Steps::least(u.inverse, v[n].inverse, inverse);
    r[n] = least * inverse;
    square[n] = r[n] * r[n];
  }
  constexpr int last_even = (terms - 1) / 2 * 2, last_odd = (terms - 2) / 2 * 2 + 1;
#pragma GCC unroll 4
  for (int n = 0; n < N; ++n) {
    even[n] = series[last_even] - V{};
    odd[n] = series[last_odd] - V{};
  }
#pragma GCC unroll 32
  for (int k = terms - 3; k >= 0; --k) {  // Horner's rule for even and odd powers
    V(&sum)[N] = k % 2 == 0 ? even : odd;
    const V coefficient = series[k] - V{};
#pragma GCC unroll 4
    for (int n = 0; n < N; ++n) Steps::fused(sum[n], square[n], coefficient, sum[n]);
  }
#pragma GCC unroll 4
  for (int n = 0; n < N; ++n) {
    V least, most, factor, power;
    Steps::least(u.value, v[n].value, least);
    Steps::most(u.value, v[n].value, most);
    Steps::least(u.factor, v[n].factor, factor);
    Steps::fused(r[n], odd[n], even[n], power);
    const V t = factor * power;
    const V own = power_u + v[n].factor * v[n].value;
    first[n] += own - t * (most - least);
    second[n] += own - t * (u.value + v[n].value);
  }
}

}  // namespace encke
