#pragma once

#include <math.h>

#include <encke/screen/score_terms.hpp>

#include "cuda/kernels/genotype_tables.hpp"

// The test of ScoreBound: an approximation of the score in float32, with the operations and the
// allowance of the CPU's screen: what may be off by rounding is let through, and the metric itself
// decides on it. The same bits on host and device: no function of a library but the square root,
// which is rounded correctly on both.

namespace encke::cuda {

ENCKE_FUNCTION float not_below(float x, float least) {
  score_terms::at_least(x, least);
  return x;
}

ENCKE_FUNCTION float information(float a, float b) {
  float out;
  score_terms::information(a, b, out);
  return out;
}

ENCKE_FUNCTION float k2_of_cell(float a, float b) {
  float logarithms, series;
  score_terms::k2_of_cell(a, b, logarithms, series);
  return logarithms + series;
}

/// Sum of (b - r N_1 / N)^2 / r: chi-squared times N_0 N_1 / N^2. `share`: N_1 / N.
template <int way>
ENCKE_FUNCTION float excess(const ScoreTable<way>& t, float share) {
  float sum = 0;
  unrolled<ScoreTable<way>::cells>([&](auto i) {
    score_terms::add_excess(t.count[0][i.value], t.count[1][i.value], share, sum);
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
      score_terms::multiply_by_size(t.count[0][i], t.count[1][i], above, below);
    });
    float of_three;
    score_terms::logarithm(above / below, of_three);
    sum += of_three;
  });
  return sum;
}

/// A first test with fewer operations, by the bounds of score_terms.hpp.
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
  const float slack = 2e-6F * (not_below(least, 0) + fields);  // 2 sqrt(x y) <= x + y
  return excess(t, share) >= least * (1 - 2e-4F) * spread - slack;
}

/// True if the score itself may reach the limit.
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
    const float slack = 2e-6F * sqrtf(limit * fields);
    return excess(t, share) >= limit * (1 - 2e-4F) * share * (1.0F - share) - slack;
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

/// The test of one score.
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

/// Calls body(Type<Test>{}) for the test of a score of tables of `products` tallies, if there is
/// one; tells whether there is.
template <int way, int products, class F>
bool with_score_test_of(ScreenKind kind, const F& body) {
  const auto pass = [&](auto test) {
    body(test);
    return true;
  };
  switch (kind) {
    case ScreenKind::k2:
      return pass(Type<ScoreTest<ScreenKind::k2, way, products>>{});
    case ScreenKind::mutual_information:
      return pass(Type<ScoreTest<ScreenKind::mutual_information, way, products>>{});
    case ScreenKind::chi_squared:
      return pass(Type<ScoreTest<ScreenKind::chi_squared, way, products>>{});
    case ScreenKind::interaction:
      if constexpr (way == 2) return pass(Type<ScoreTest<ScreenKind::interaction, 2, products>>{});
      return false;
    default:
      return false;
  }
}

template <class T, int products, class F>
bool with_score_test(ScreenKind kind, int way, const F& body) {
  if (!is_score(kind)) return false;
  if constexpr (sizeof(T) == 4 && has_score_test(2, products)) {
    if (way == 2) return with_score_test_of<2, products>(kind, body);
  }
  if constexpr (sizeof(T) == 4 && has_score_test(3, products)) {
    if (way == 3) return with_score_test_of<3, products>(kind, body);
  }
  return false;
}

}  // namespace encke::cuda
