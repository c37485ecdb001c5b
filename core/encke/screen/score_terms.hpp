#pragma once

#include <string.h>

#include <cstdint>
#include <encke/base/function.hpp>

// Terms of the scores of genotype tables (CellScore) in float32, of which backends make tests that
// drop tuples. Float is one number, or a vector type of the compiler: then each lane has the bits
// that the number alone would have, because multiplications and additions are rounded one by one.
// Results come by reference: vector types wider than the processor's own are not to be returned.
//
// Bounds, which need fewer operations than the scores. Of a table of N samples, r in a cell, a and
// b of them of each class: N times the mutual information I is at most chi-squared, because D(P ||
// Q) <= ln(1 + chi^2(P, Q)); and K2 is at least
//   N H(class) - N I + sum over r > 0 of ln (r + 1) - ln(2 r) / 2,
// because C(r, a) >= e^(r H(a / r)) sqrt(r / (8 a b)) >= e^(r H(a / r)) / sqrt(2 r).
// The interaction has a bound by a polynomial, see RatioBound and docs/design/kernels.md.

namespace encke::score_terms {

/// Whole numbers as wide as the floats of a type, lane by lane: Int, signed; Word, unsigned;
/// to_float(), which rounds an Int to the nearest; reciprocal(), 1 / x of normal x to a relative
/// 2^-14; and multiply_add(), a b + c, which may be rounded once or twice. To be specialised for
/// vector types. The last two may differ from level to level: they are for bounds alone.
template <class Float>
struct Lanes;

template <>
struct Lanes<float> {
  using Int = std::int32_t;
  using Word = std::uint32_t;
  ENCKE_FUNCTION static void to_float(const Int& from, float& to) { to = static_cast<float>(from); }
  ENCKE_FUNCTION static void reciprocal(const float& x, float& out) { out = 1.0F / x; }
  ENCKE_FUNCTION static void multiply_add(const float& a, const float& b, const float& c,
                                          float& out) {
    out = a * b + c;
  }
};

/// ln x for normal x > 0, to 4e-7 absolute or relative: x = 2^e (1 + f) with 1 + f in
/// [1/sqrt 2, sqrt 2), and the interpolating polynomial of ln(1 + f) / f in the Chebyshev points.
/// Gives anything for other x, without harm.
template <class Float>
ENCKE_FUNCTION void logarithm(const Float& x, Float& out) {
  typename Lanes<Float>::Word bits;  // unsigned: what does not count may wrap
  memcpy(&bits, &x, sizeof bits);
  const typename Lanes<Float>::Word above = bits - 0x3f3504f3U;
  typename Lanes<Float>::Int exponent;
  memcpy(&exponent, &above, sizeof exponent);
  exponent >>= 23;
  bits -= (above >> 23) << 23;
  Float f, power;
  memcpy(&f, &bits, sizeof f);
  f -= 1.0F;
  Float q = f * -0.0989535078F + 0.161262482F;
  q = q * f - 0.172782063F;
  q = q * f + 0.199133486F;
  q = q * f - 0.249689072F;
  q = q * f + 0.333346069F;
  q = q * f - 0.500003755F;
  q = q * f + 0.99999994F;
  Lanes<Float>::to_float(exponent, power);
  out = q * f + power * 0.693147181F;
}

template <class Float>
ENCKE_FUNCTION void at_least(Float& x, float least) {
  x = x < least ? Float{} + least : x;
}

/// a ln(a / r) + b ln(b / r), r = a + b; never positive. Counts are whole.
template <class Float>
ENCKE_FUNCTION void information(const Float& a, const Float& b, Float& out) {
  Float r = a + b;
  at_least(r, 1);
  Float p = a / r;
  Float q = b / r;
  at_least(p, 1e-30F);  // its factor a is 0
  at_least(q, 1e-30F);
  Float ln_p, ln_q;
  logarithm(p, ln_p);
  logarithm(q, ln_q);
  out = a * ln_p + b * ln_q;
}

/// ln (r + 1)! - ln a! - ln b! = logarithms + series, r = a + b, with Stirling's series of ln n! at
/// n + 1 up to its second term:
///   ln n! = (n + 1/2) ln(n + 1) - (n + 1) + ln sqrt(2 pi) + 1 / (12 (n + 1)) - d, 0 <= d < 1/360.
template <class Float>
ENCKE_FUNCTION void k2_of_cell(const Float& a, const Float& b, Float& logarithms, Float& series) {
  const Float r1 = a + b + 1.0F;
  const Float a1 = a + 1.0F;
  const Float b1 = b + 1.0F;
  const Float u = 1.0F / r1;
  Float ln_p, ln_q, ln_r;
  logarithm(a1 * u, ln_p);
  logarithm(b1 * u, ln_q);
  logarithm(r1, ln_r);
  logarithms = 0.5F * ln_r - (a + 0.5F) * ln_p - (b + 0.5F) * ln_q;
  series = 0.0810614668F + (u - 1.0F / a1 - 1.0F / b1) * 0.0833333333F;  // 1 - ln sqrt(2 pi)
}

/// Adds (b - r share)^2 / r, r = a + b, `share` = N_1 / N: of all cells together chi-squared times
/// N_0 N_1 / N^2. To a relative 2^-13 beside what the difference is off by.
template <class Float>
ENCKE_FUNCTION void add_excess(const Float& a, const Float& b, const Float& share, Float& sum) {
  Float r = a + b;
  Float over, inverse;
  Lanes<Float>::multiply_add(-r, share, b, over);
  at_least(r, 1);
  Lanes<Float>::reciprocal(r, inverse);
  Lanes<Float>::multiply_add(over * over, inverse, sum, sum);
}

/// An upper bound of the likelihood ratio 2 sum a ln(a / (r q)) + b ln(b / (r p)) of some cells,
/// p being their own share of cases, and q = 1 - p. The ratio to any other share is larger, so p
/// may be that of more samples. With d = b - r p and u = d / r each cell has at most
///   d u (1 / (p q) + u (p - q) / (3 p^2 q^2) + u^2 (p^3 + q^3) 2 / (3 p^3 q^3)),
/// because (1 + t) ln(1 + t) <= t + t^2/2 - t^3/6 + t^4/3 for t >= -1. The bracket is never below
/// 23 / (24 p q). Off by a relative 2^-11, and by what d is off by: a relative 2^-22 of r p.
struct RatioBound {
  float share, constant, linear, square;  ///< p, and the bracket's coefficients

  /// With the share of cases among a controls and b cases, of whom those of the cells are some.
  ENCKE_FUNCTION RatioBound(double a, double b) {
    const double r = a + b < 1 ? 1 : a + b;
    share = static_cast<float>(b / r);
    const double p = static_cast<double>(share);
    const double least = 0.25 / r;  // with fewer than two samples, or one class, d is 0
    const double spread = p * (1 - p) < least ? least : p * (1 - p);
    const double inverse = 1 / spread;
    const double second = inverse * inverse / 3;
    constant = static_cast<float>(inverse);
    linear = static_cast<float>((2 * p - 1) * second);
    square = static_cast<float>((1 - 3 * spread) * 2 * second * inverse);
  }
  RatioBound() = default;

  /// Adds the cell with counts a and b to `sum`.
  template <class Float>
  ENCKE_FUNCTION void add(const Float& a, const Float& b, Float& sum) const {
    using L = Lanes<Float>;
    Float r = a + b;
    Float d, inverse, p;
    L::multiply_add(-r, Float{} + share, b, d);
    at_least(r, 1);
    L::reciprocal(r, inverse);
    const Float u = d * inverse;
    L::multiply_add(u, Float{} + square, Float{} + linear, p);
    L::multiply_add(u, p, Float{} + constant, p);
    L::multiply_add(d * u, p, sum, sum);
  }
};

/// above / below times (r + 1)^2 / (2 r), r = a + b > 0; times 1 where r is 0.
template <class Float>
ENCKE_FUNCTION void multiply_by_size(const Float& a, const Float& b, Float& above, Float& below) {
  Float r = a + b;
  const Float r1 = r + 1.0F;
  at_least(r, 0.5F);
  above *= r1 * r1;
  below *= 2.0F * r;
}

}  // namespace encke::score_terms
