#pragma once

#include <atomic>
#include <encke/screen/cell_score.hpp>
#include <limits>
#include <variant>

// A screen lets a backend drop tuples none of whose values can pass a threshold, by their tallies
// alone. Dropping is optional and never needed for correctness: a backend may ignore a screen, or
// those of its bounds for which it has no test. What is not dropped is evaluated by the metric.
//
// Each bound is a struct of its own. What it holds is fixed while a block is contracted, but for
// the floors and limits: they may rise at any time (k2: fall), because a sink that keeps the best
// values needs less and less.
//
// A further bound is a struct here and a member of Screen; a concept of metrics that promise it
// (metric/metric.hpp) and a maker (combine/screen_maker.hpp); and a file for each backend that
// tests it. The compiler then names what is missing.

namespace encke {

class UsefulPairs;

/// A screen by weights, of allele counts and bits. Cell c of a tuple's joint table may pass only if
///   joint[c] * prod_v weight[c_v][index_v] >= floor * sum(joint),
/// where c_v is the allele of vector v, in float32. It follows from values of the form
/// k f_joint prod_v (1 - gamma f_v), with relative frequencies f: Climer et al., Genetic
/// Epidemiology 38 (2014); Joubert et al., Parallel Computing 84 (2019), equations 1 to 4.
struct WeightBound {
  const float* weight[2] = {};   ///< for each allele, in [0, 1], by index in the whole problem
  std::atomic<float> floor = 0;  ///< with allowance for rounding; 0 rejects nothing. May rise
  /// Not null: a triple may pass only if all of its pairs are among these.
  const UsefulPairs* pairs = nullptr;

  bool active() const { return floor > 0; }
};

/// A screen by what vectors share, of bits, profiles and counts. A tuple may pass only if
///   overlap >= floor * sum_v size[index_v],
/// in float64, or in float32 with an allowance for its rounding. The overlap of a pair is its last
/// tally, that of a triple the sum of its pairs' last tallies less its own. It follows from values
/// way / (way - 1) overlap / sum of the sizes: Joubert et al., Parallel Computing 75 (2018),
/// equations 1 and 2.
struct OverlapBound {
  const double* size = nullptr;        ///< not negative, by index in the whole problem
  std::atomic<float> floor = 0;        ///< with allowance for rounding; 0 rejects nothing. May rise
  const UsefulPairs* pairs = nullptr;  ///< as WeightBound's

  bool active() const { return floor > 0; }
};

/// A screen by squared correlation, of genotype moments. A pair may pass only if
///   cov^2 > floor var_i var_j,  cov = n XX - XM MX,  var_i = n ZM - XM^2,  var_j = n MZ - MX^2
/// in float64, with the sums of GenotypeMoments: r^2 of Hill and Robertson, Theoretical and Applied
/// Genetics 38 (1968), without its division.
struct CorrelationBound {
  std::atomic<float> floor = 0;  ///< with allowance for rounding; 0 rejects nothing. May rise

  bool active() const { return floor > 0; }
};

/// A screen by a score of genotype tables. A tuple may pass only if its score is not below `limit`
/// (k2: not above), nor below the least of its vectors' `limits` (k2: not above the largest). Tests
/// in float32 use the terms and the bounds of score_terms.hpp, which has their derivation.
struct ScoreBound {
  CellScore score = CellScore::k2;
  /// The limit of all tuples; NaN rejects nothing. May rise (k2: fall).
  std::atomic<double> limit = std::numeric_limits<double>::quiet_NaN();
  /// Not null: such a limit for each vector, by index in the whole problem. May be set later.
  std::atomic<const std::atomic<float>*> limits = nullptr;

  bool active() const { return limit == limit || limits != nullptr; }
};

/// One bound. Where nothing is to be dropped there is no screen: functions take a pointer, which
/// may be null.
using Screen = std::variant<WeightBound, OverlapBound, CorrelationBound, ScoreBound>;

/// True if the screen can drop anything by now. Once it can, it always can.
inline bool is_active(const Screen& screen) {
  return std::visit([](const auto& bound) { return bound.active(); }, screen);
}

/// The pairs that all pairs of a triple must be among for it to pass; null where none are known.
inline const UsefulPairs* pairs_of(const Screen& screen) {
  if (const auto* const bound = std::get_if<WeightBound>(&screen)) return bound->pairs;
  if (const auto* const bound = std::get_if<OverlapBound>(&screen)) return bound->pairs;
  return nullptr;
}

}  // namespace encke
