#pragma once

#include <bit>
#include <cstdint>

namespace encke::network {

/// x to the power y, the same bits on every machine; for 0 < x <= 1, or 1 but for rounding,
/// x no denormal, and 1 < y <= 1000. Relative error below 1e-12; results below 2^-1000 are that.
/// log2 by the series of the inverse hyperbolic tangent, exp2 by that of the exponential function.
[[gnu::always_inline]] inline double power(double x, double y) {
  // x = 2^exponent · m with m between the square roots of 1/2 and of 2
  constexpr std::uint64_t half_root = 0x3fe6a09e667f3bcdULL;
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(x) - half_root;
  const std::int64_t exponent = static_cast<std::int64_t>(bits) >> 52;
  const double m = std::bit_cast<double>((bits & 0xfffffffffffffULL) + half_root);
  const double s = (m - 1) / (m + 1);
  const double t = s * s;
  double series = 1.0 / 21;
  series = series * t + 1.0 / 19;
  series = series * t + 1.0 / 17;
  series = series * t + 1.0 / 15;
  series = series * t + 1.0 / 13;
  series = series * t + 1.0 / 11;
  series = series * t + 1.0 / 9;
  series = series * t + 1.0 / 7;
  series = series * t + 1.0 / 5;
  series = series * t + 1.0 / 3;
  series = series * t + 1;
  constexpr double two_over_ln2 = 2.8853900817779268;
  const double log2 = static_cast<double>(exponent) + two_over_ln2 * s * series;

  // The bits of a smaller negative number are larger; a choice between reals is no vector's.
  constexpr std::uint64_t least = std::bit_cast<std::uint64_t>(-1000.0);
  const auto product = std::bit_cast<std::uint64_t>(y * log2);
  const double e = std::bit_cast<double>(product < least ? product : least);
  constexpr double round_by_adding = 6755399441055744.0;  // 1.5 · 2^52
  const double shifted = e + round_by_adding;
  const double whole = shifted - round_by_adding;
  constexpr double ln2 = 0.6931471805599453;
  const double f = (e - whole) * ln2;
  double exp = 1.0 / 6227020800.0;  // 1 / 13!
  exp = exp * f + 1.0 / 479001600.0;
  exp = exp * f + 1.0 / 39916800.0;
  exp = exp * f + 1.0 / 3628800.0;
  exp = exp * f + 1.0 / 362880.0;
  exp = exp * f + 1.0 / 40320.0;
  exp = exp * f + 1.0 / 5040.0;
  exp = exp * f + 1.0 / 720.0;
  exp = exp * f + 1.0 / 120.0;
  exp = exp * f + 1.0 / 24.0;
  exp = exp * f + 1.0 / 6.0;
  exp = exp * f + 0.5;
  exp = exp * f + 1;
  exp = exp * f + 1;
  // the low bits of `shifted` are the whole number
  const std::uint64_t scale = (std::bit_cast<std::uint64_t>(shifted) + 1023) << 52;
  return exp * std::bit_cast<double>(scale);
}

}  // namespace encke::network
