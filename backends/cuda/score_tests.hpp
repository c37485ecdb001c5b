#pragma once

#include <math.h>
#include <string.h>

#include "table_counts.hpp"

// Drops tuples by an approximation of their score (CellScore of metric/metric.hpp) in float32, with
// the operations and the allowance of the CPU's screen: what may be off by rounding is let through,
// and the metric itself decides on it. The same bits on host and device: no function of a library
// but the square root, which is rounded correctly on both.

namespace encke::cuda {

/// ln x for normal x > 0, to 4e-7 absolute or relative: x = 2^e (1 + f) with 1 + f in
/// [1/sqrt 2, sqrt 2), and the interpolating polynomial of ln(1 + f) / f in the Chebyshev points.
ENCKE_FUNCTION float logarithm(float x) {
  std::uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  const std::uint32_t above = bits - 0x3f3504f3U;
  const std::int32_t exponent = static_cast<std::int32_t>(above) >> 23;
  bits -= above >> 23 << 23;
  float f;
  memcpy(&f, &bits, sizeof f);
  f -= 1.0F;
  float q = f * -0.0989535078F + 0.161262482F;
  q = q * f - 0.172782063F;
  q = q * f + 0.199133486F;
  q = q * f - 0.249689072F;
  q = q * f + 0.333346069F;
  q = q * f - 0.500003755F;
  q = q * f + 0.99999994F;
  return q * f + static_cast<float>(exponent) * 0.693147181F;
}

ENCKE_FUNCTION float not_below(float x, float least) { return x < least ? least : x; }

/// a ln(a / r) + b ln(b / r), r = a + b; never positive. Counts are whole.
ENCKE_FUNCTION float information(float a, float b) {
  const float r = not_below(a + b, 1);
  const float p = not_below(a / r, 1e-30F);  // its factor a is 0
  const float q = not_below(b / r, 1e-30F);
  return a * logarithm(p) + b * logarithm(q);
}

/// ln (r + 1)! - ln a! - ln b!, with Stirling's series of ln n! at n + 1 up to its second term:
///   ln n! = (n + 1/2) ln(n + 1) - (n + 1) + ln sqrt(2 pi) + 1 / (12 (n + 1)) - d, 0 <= d < 1/360.
ENCKE_FUNCTION float k2_of_cell(float a, float b) {
  const float r1 = a + b + 1.0F;
  const float a1 = a + 1.0F;
  const float b1 = b + 1.0F;
  const float u = 1.0F / r1;
  const float logarithms =
      0.5F * logarithm(r1) - (a + 0.5F) * logarithm(a1 * u) - (b + 0.5F) * logarithm(b1 * u);
  // 1 - ln sqrt(2 pi)
  return logarithms + (0.0810614668F + (u - 1.0F / a1 - 1.0F / b1) * 0.0833333333F);
}

/// Sum of (b - r N_1 / N)^2 / r: chi-squared times N_0 N_1 / N^2. `share`: N_1 / N.
template <int way>
ENCKE_FUNCTION float excess(const ScoreTable<way>& t, float share) {
  float sum = 0;
  unrolled<ScoreTable<way>::cells>([&](auto i) {
    const float r = t.count[0][i.value] + t.count[1][i.value];
    const float over = t.count[1][i.value] - r * share;
    sum += over * over / not_below(r, 1);
  });
  return sum;
}

/// ln of the product of (r + 1)^2 / (2 r) over the cells with r > 0.
template <int way>
ENCKE_FUNCTION float sizes(const ScoreTable<way>& t) {
  float sum = 0;
  unrolled<ScoreTable<way>::cells / 3>([&](auto three) {
    float above = 1, below = 1;
    unrolled<3>([&](auto j) {
      constexpr int i = 3 * decltype(three)::value + decltype(j)::value;
      const float r = t.count[0][i] + t.count[1][i];
      above *= (r + 1.0F) * (r + 1.0F);
      below *= 2.0F * not_below(r, 0.5F);
    });
    sum += logarithm(above / below);
  });
  return sum;
}

/// A first test with fewer operations, by bounds.
/// N times the mutual information is at most chi-squared, because D(P || Q) <= ln(1 + chi^2(P, Q));
/// and K2 is at least
///   N H(class) - N I + sum over r > 0 of ln (r + 1) - ln(2 r) / 2,
/// because C(r, a) >= e^(r H(a / r)) sqrt(r / (8 a b)) >= e^(r H(a / r)) / sqrt(2 r).
template <ScreenKind score, int way>
ENCKE_FUNCTION bool bound_may_reach(const ScoreTable<way>& t, float limit, float fields) {
  const float n = not_below(t.of_class[0] + t.of_class[1], 1);
  const float share = t.of_class[1] / n;
  const float spread = share * (1.0F - share);
  float least = limit * n;
  if constexpr (score == ScreenKind::k2) {
    const float of_all = information(t.of_class[0], t.of_class[1]);
    least = 0.5F * sizes(t) - of_all - limit * (1 + 1e-5F) - 1e-5F * fields;
  }
  // the rounding of the excess by Cauchy's inequality: where chi-squared is c, sqrt(c N) 2e-6
  const float room = 2e-6F * (not_below(least, 0) + fields);  // 2 sqrt(x y) <= x + y
  return excess(t, share) >= least * (1 - 1e-5F) * spread - room;
}

/// Whether the score itself may reach the limit.
template <ScreenKind score, int way>
ENCKE_FUNCTION bool score_may_reach(const ScoreTable<way>& t, float limit, float fields) {
  constexpr int cells = ScoreTable<way>::cells;
  const float n = t.of_class[0] + t.of_class[1];
  float sum = 0;
  if constexpr (score == ScreenKind::k2) {
    unrolled<cells>([&](auto i) { sum += k2_of_cell(t.count[0][i.value], t.count[1][i.value]); });
    return sum <= limit + 4e-6F * (limit + fields) + 3 * cells / 360.0F;
  } else if constexpr (score == ScreenKind::chi_squared) {
    const float share = t.of_class[1] / not_below(n, 1);
    // the rounding of the excess by Cauchy's inequality, near the limit
    const float room = 2e-6F * sqrtf(limit * fields);
    return excess(t, share) >= limit * (1 - 1e-5F) * share * (1.0F - share) - room;
  } else {
    unrolled<cells>([&](auto i) { sum += information(t.count[0][i.value], t.count[1][i.value]); });
    if constexpr (score == ScreenKind::mutual_information) {
      return sum - information(t.of_class[0], t.of_class[1]) >= limit * n - 4e-6F * fields;
    } else {
      // the smaller model in which the second vector has no effect
      float of_first = 0;
      unrolled<3>([&](auto g) {
        constexpr int i = 3 * decltype(g)::value;
        of_first += information(t.count[0][i] + t.count[0][i + 1] + t.count[0][i + 2],
                                t.count[1][i] + t.count[1][i + 1] + t.count[1][i + 2]);
      });
      return 2.0F * (sum - of_first) >= limit * (1 - 1e-5F) - 1e-5F * fields;
    }
  }
}

/// The limit of a tuple: that of all, or the least of its vectors' (of k2, where small is good, the
/// largest).
template <ScreenKind score, int way>
ENCKE_FUNCTION float limit_of(const ScreenData& data, Index row, Index col) {
  if (data.row_limits == nullptr) return data.limit;
  constexpr bool small_is_good = score == ScreenKind::k2;
  const auto wider = [](float a, float b) { return (a < b) == small_is_good ? b : a; };
  const float pair = wider(data.row_limits[row], data.col_limits[col]);
  return way == 2 ? pair : wider(pair, data.pivot_limit);
}

/// The screen by a score.
template <ScreenKind score, int way, int products>
struct ScoreTest {
  ScreenData data;

  ENCKE_FUNCTION bool operator()(const std::int32_t (&p)[products], Index row, Index col) const {
    const ScoreTable<way> table(data, p, row, col);
    const float limit = limit_of<score, way>(data, row, col);
    const float fields = static_cast<float>(data.fields);
    if constexpr (score == ScreenKind::k2 || score == ScreenKind::mutual_information) {
      if (!bound_may_reach<score>(table, limit, fields)) return false;
    }
    return score_may_reach<score>(table, limit, fields);
  }
};

}  // namespace encke::cuda
