#pragma once

#include <cmath>

namespace encke {

/// A number of about 106 bits, as the sum of two doubles that do not overlap (Dekker 1971). Unlike
/// long double it is the same on every processor: only additions, products and std::fma are used.
struct DoubleDouble {
  double high = 0;
  double low = 0;

  constexpr DoubleDouble() = default;
  constexpr DoubleDouble(double x) : high(x) {}
  constexpr DoubleDouble(double h, double l) : high(h), low(l) {}

  explicit operator double() const { return high + low; }
  explicit operator float() const { return static_cast<float>(high + low); }

  /// a + b, where |a| >= |b| or a is 0.
  static DoubleDouble quick_sum(double a, double b) {
    const double sum = a + b;
    return {sum, b - (sum - a)};
  }
  /// a + b, exactly.
  static DoubleDouble sum(double a, double b) {
    const double sum = a + b;
    const double of_b = sum - a;
    return {sum, (a - (sum - of_b)) + (b - of_b)};
  }

  friend DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
    const DoubleDouble highs = sum(a.high, b.high), lows = sum(a.low, b.low);
    const DoubleDouble part = quick_sum(highs.high, highs.low + lows.high);
    return quick_sum(part.high, part.low + lows.low);
  }
  friend DoubleDouble operator-(DoubleDouble a) { return {-a.high, -a.low}; }
  friend DoubleDouble operator-(DoubleDouble a, DoubleDouble b) { return a + -b; }
  friend DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
    const double product = a.high * b.high;
    const double rest = std::fma(a.high, b.high, -product);
    return quick_sum(product, rest + (a.high * b.low + a.low * b.high));
  }
  friend DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
    const double first = a.high / b.high;
    const DoubleDouble rest = a - b * first;
    const double second = rest.high / b.high;
    const DoubleDouble last = rest - b * second;
    return quick_sum(first, second) + DoubleDouble(last.high / b.high);
  }
};

}  // namespace encke
