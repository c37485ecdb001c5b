#pragma once

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include <cstring>
#include <encke/screen/cell_score.hpp>
#include <encke/screen/score_terms.hpp>
#include <utility>

#include "rows.hpp"

// The screen by ScoreBound: an approximation of the score in float32, sixteen columns at a
// time. An approximation may be off by what the comparison with the limit allows for, and entries
// as near to the limit as that are let through: the metric itself decides on them.
//
// Vector types of the compiler, which each level turns into its own registers: left to themselves,
// compilers do not vectorise loops with that many values.

namespace encke {
namespace cpu {

using Floats = float __attribute__((vector_size(64)));
using Ints = std::int32_t __attribute__((vector_size(64)));
using Words = std::uint32_t __attribute__((vector_size(64)));
using Bytes = std::int8_t __attribute__((vector_size(16)));
inline constexpr Index columns_at_once = 16;

// Turns of a loop over the cells of a table that are written out. Where each of these vectors is
// four registers, that takes a compiler 17 s and makes the loops slower.
#if defined(__AVX2__) || defined(__ARM_NEON)
constexpr int unrolled = 27;
#else
constexpr int unrolled = 1;
#endif

}  // namespace cpu

template <>
struct score_terms::Lanes<cpu::Floats> {
  using Int = cpu::Ints;
  using Word = cpu::Words;
  [[gnu::always_inline]] static void to_float(const Int& from, cpu::Floats& to) {
    to = __builtin_convertvector(from, cpu::Floats);
  }
#if defined(__AVX512F__)
  [[gnu::always_inline]] static void reciprocal(const cpu::Floats& x, cpu::Floats& out) {
    out = reinterpret_cast<cpu::Floats>(_mm512_rcp14_ps(reinterpret_cast<__m512>(x)));
  }
  [[gnu::always_inline]] static void multiply_add(const cpu::Floats& a, const cpu::Floats& b,
                                                  const cpu::Floats& c, cpu::Floats& out) {
    out = reinterpret_cast<cpu::Floats>(_mm512_fmadd_ps(
        reinterpret_cast<__m512>(a), reinterpret_cast<__m512>(b), reinterpret_cast<__m512>(c)));
  }
#else
  [[gnu::always_inline]] static void reciprocal(const cpu::Floats& x, cpu::Floats& out) {
    out = 1.0F / x;
  }
  [[gnu::always_inline]] static void multiply_add(const cpu::Floats& a, const cpu::Floats& b,
                                                  const cpu::Floats& c, cpu::Floats& out) {
    out = a * b + c;
  }
#endif
};

#if defined(__AVX512F__)
/// One operation, where the compiler compares and blends.
template <>
[[gnu::always_inline]] inline void score_terms::at_least(cpu::Floats& x, float least) {
  x = reinterpret_cast<cpu::Floats>(
      _mm512_max_ps(_mm512_set1_ps(least), reinterpret_cast<__m512>(x)));
}
#endif

namespace cpu {

[[gnu::always_inline]] inline void add_information(Floats& sum, const Floats& a, const Floats& b) {
  Floats term;
  score_terms::information(a, b, term);
  sum += term;
}

[[gnu::always_inline]] inline void add_k2(Floats& sum, const Floats& a, const Floats& b) {
  Floats logarithms, series;
  score_terms::k2_of_cell(a, b, logarithms, series);
  sum += logarithms;
  sum += series;
}

[[gnu::always_inline]] inline bool any_of(const Ints& lanes) {
  const Bytes bytes = __builtin_convertvector(lanes, Bytes);
  std::uint64_t halves[2];
  std::memcpy(halves, &bytes, sizeof halves);
  return (halves[0] | halves[1]) != 0;
}

template <int Way>
struct ScoreTable {
  static constexpr int cells = Way == 2 ? 9 : 27;
  Floats count[2][cells];
  Floats of_class[2];

  /// Products to cells, as tally/table_evidence.hpp does it.
  [[gnu::always_inline]] ScoreTable(const ScoreRow& row, Index c) {
    for (int k = 0; k < 2; ++k) {
      Ints t[cells];
#pragma GCC unroll 27
      for (int i = 0; i < cells; ++i) {
        const ScoreSource& from = row.product[k][i];
        std::memcpy(&t[i], from.row + (c & from.mask), sizeof(Ints));
      }
      of_class[k] = __builtin_convertvector(t[cells - 1], Floats);
#pragma GCC unroll 3
      for (int digit = 1; digit < cells; digit *= 3) {
#pragma GCC unroll 27
        for (int i = 0; i < cells; ++i) {
          if (i / digit % 3 == 2) t[i] -= t[i - digit] + t[i - 2 * digit];
        }
      }
#pragma GCC unroll 27
      for (int i = 0; i < cells; ++i) count[k][i] = __builtin_convertvector(t[i], Floats);
    }
  }
};

/// Sum of (b - r N_1 / N)^2 / r: chi-squared times N_0 N_1 / N^2. `share`: N_1 / N.
template <int Way>
[[gnu::always_inline]] inline void sum_excess(const ScoreTable<Way>& t, const Floats& share,
                                              Floats& sum) {
#pragma GCC unroll unrolled
  for (int i = 0; i < ScoreTable<Way>::cells; ++i) {
    score_terms::add_excess(t.count[0][i], t.count[1][i], share, sum);
  }
}

/// The tuples' limits: the least of the row's and the column's; of k2 the largest.
template <CellScore score>
[[gnu::always_inline]] inline void limits_of(const ScoreRow& row, Index c, Floats& limit) {
  std::memcpy(&limit, row.limits + c, sizeof limit);
  const Floats of_row = Floats{} + row.limit;
  if constexpr (score == CellScore::k2) {
    limit = limit < of_row ? of_row : limit;
  } else {
    limit = limit < of_row ? limit : of_row;
  }
}

/// All -1 where the score may reach the limit.
template <CellScore score, int Way>
[[gnu::always_inline]] inline void may_reach(const ScoreRow& row, const Floats& limit,
                                             const ScoreTable<Way>& t, Ints& pass) {
  constexpr int cells = ScoreTable<Way>::cells;
  const Floats n = t.of_class[0] + t.of_class[1];
  Floats sum{};
  if constexpr (score == CellScore::k2) {
#pragma GCC unroll unrolled
    for (int i = 0; i < cells; ++i) add_k2(sum, t.count[0][i], t.count[1][i]);
    const Floats most = limit + 4e-6F * (limit + row.fields) + 3 * cells / 360.0F;
    pass = sum <= most;
  } else if constexpr (score == CellScore::chi_squared) {
    Floats all = n;
    score_terms::at_least(all, 1);
    const Floats share = t.of_class[1] / all;
    sum_excess(t, share, sum);
    // the rounding of `excess` by Cauchy's inequality, near the limit
    const float slack = 2e-6F * __builtin_sqrtf(row.limit * row.fields);
    pass = sum >= limit * (1 - 2e-4F) * share * (1.0F - share) - slack;
  } else {
#pragma GCC unroll unrolled
    for (int i = 0; i < cells; ++i) add_information(sum, t.count[0][i], t.count[1][i]);
    if constexpr (score == CellScore::mutual_information) {
      Floats of_all{};
      add_information(of_all, t.of_class[0], t.of_class[1]);
      pass = sum - of_all >= limit * n - 4e-6F * row.fields;
    } else {
      Floats of_first{};
#pragma GCC unroll 3
      for (int g = 0; g < 9; g += 3) {
        add_information(of_first, t.count[0][g] + t.count[0][g + 1] + t.count[0][g + 2],
                        t.count[1][g] + t.count[1][g + 1] + t.count[1][g + 2]);
      }
      pass = 2.0F * (sum - of_first) >= limit * (1 - 1e-5F) - 1e-5F * row.fields;
    }
  }
}

/// ln of the product of (r + 1)^2 / (2 r) over the cells with r > 0.
template <int Way>
[[gnu::always_inline]] inline void sum_sizes(const ScoreTable<Way>& t, Floats& sum) {
#pragma GCC unroll unrolled
  for (int i = 0; i < ScoreTable<Way>::cells; i += 3) {
    Floats above = Floats{} + 1.0F;
    Floats below = above;
#pragma GCC unroll 3
    for (int j = i; j < i + 3; ++j) {
      score_terms::multiply_by_size(t.count[0][j], t.count[1][j], above, below);
    }
    Floats ln;
    score_terms::logarithm(above / below, ln);
    sum += ln;
  }
}

/// A first test with fewer operations, by the bounds of score_terms.hpp: all -1 where the score may
/// reach the limit.
template <CellScore score, int Way>
[[gnu::always_inline]] inline void may_reach_bound(const ScoreRow& row, const Floats& limit,
                                                   const ScoreTable<Way>& t, Ints& pass) {
  Floats n = t.of_class[0] + t.of_class[1];
  score_terms::at_least(n, 1);
  const Floats share = t.of_class[1] / n;
  const Floats spread = share * (1.0F - share);
  Floats excess{};
  sum_excess(t, share, excess);
  Floats least = limit * n;
  if constexpr (score == CellScore::k2) {
    Floats of_all{}, sizes{};
    add_information(of_all, t.of_class[0], t.of_class[1]);
    sum_sizes(t, sizes);
    least = 0.5F * sizes - of_all - limit * (1 + 1e-5F) - 1e-5F * row.fields;
  }
  // the rounding of the excess by Cauchy's inequality: where chi-squared is c, sqrt(c N) 2e-6
  Floats root = least;
  score_terms::at_least(root, 0);
  const Floats slack = 2e-6F * (root + row.fields);  // 2 sqrt(x y) <= x + y
  pass = excess >= least * (1 - 2e-4F) * spread - slack;
}

/// The same of interaction, whose bound is RatioBound's in the strata of the row.
[[gnu::always_inline]] inline void interaction_may_reach(const ScoreRow& row, const Floats& limit,
                                                         const ScoreTable<2>& t, Ints& pass) {
  Floats sum{};
#pragma GCC unroll 3
  for (int g = 0; g < 3; ++g) {
    const score_terms::RatioBound bound = row.strata[g];
#pragma GCC unroll 3
    for (int i = 3 * g; i < 3 * g + 3; ++i) bound.add(t.count[0][i], t.count[1][i], sum);
  }
  // what the bound is off by: see docs/design/kernels.md
  pass = sum >= limit * (1 - 1e-3F) - 2e-6F * row.fields * (1.0F + limit);
}

template <class Level, CellScore score, int Way>
bool screen_scores(const ScoreRow& row) {
  int any = 0;
  for (Index c = row.begin; c < row.cols; c += columns_at_once) {
    const ScoreTable<Way> table(row, c);
    Floats limit;
    limits_of<score>(row, c, limit);
    Ints pass;
    if constexpr (score == CellScore::k2 || score == CellScore::mutual_information) {
      may_reach_bound<score>(row, limit, table, pass);
      if (any_of(pass)) may_reach<score>(row, limit, table, pass);
    } else if constexpr (score == CellScore::interaction) {
      interaction_may_reach(row, limit, table, pass);
      if (any_of(pass)) may_reach<score>(row, limit, table, pass);
    } else {
      may_reach<score>(row, limit, table, pass);
    }
    const Bytes marks = __builtin_convertvector(pass, Bytes) & 1;
    std::memcpy(row.out + c, &marks, sizeof marks);
    any |= static_cast<int>(any_of(pass));
  }
  for (Index c = row.cols; c % columns_at_once != 0; ++c) row.out[c] = 0;
  return any != 0;
}

/// The screens of one level. A level whose other kernels take a compiler long has them in a file of
/// their own, see levels/scores_x86_64_v3.cpp.
template <class Level>
struct ScoreScreens {
  static bool k2_pairs(const ScoreRow& row);
  static bool k2_triples(const ScoreRow& row);
  static bool information_pairs(const ScoreRow& row);
  static bool information_triples(const ScoreRow& row);
  static bool chi_squared_pairs(const ScoreRow& row);
  static bool chi_squared_triples(const ScoreRow& row);
  static bool interaction_pairs(const ScoreRow& row);
};

template <class Level>
bool ScoreScreens<Level>::k2_pairs(const ScoreRow& row) {
  return screen_scores<Level, CellScore::k2, 2>(row);
}
template <class Level>
bool ScoreScreens<Level>::k2_triples(const ScoreRow& row) {
  return screen_scores<Level, CellScore::k2, 3>(row);
}
template <class Level>
bool ScoreScreens<Level>::information_pairs(const ScoreRow& row) {
  return screen_scores<Level, CellScore::mutual_information, 2>(row);
}
template <class Level>
bool ScoreScreens<Level>::information_triples(const ScoreRow& row) {
  return screen_scores<Level, CellScore::mutual_information, 3>(row);
}
template <class Level>
bool ScoreScreens<Level>::chi_squared_pairs(const ScoreRow& row) {
  return screen_scores<Level, CellScore::chi_squared, 2>(row);
}
template <class Level>
bool ScoreScreens<Level>::chi_squared_triples(const ScoreRow& row) {
  return screen_scores<Level, CellScore::chi_squared, 3>(row);
}
template <class Level>
bool ScoreScreens<Level>::interaction_pairs(const ScoreRow& row) {
  return screen_scores<Level, CellScore::interaction, 2>(row);
}

}  // namespace cpu
}  // namespace encke
