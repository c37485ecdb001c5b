#pragma once

#include <concepts>
#include <encke/contraction/contraction.hpp>
#include <encke/screen/cell_score.hpp>

namespace encke {

/// A metric turns the evidence on one tuple into `cells<Way>` numbers.
/// `value<Way>(evidence, cell)` is evaluated once for each value, on any backend, always in this
/// one form and without contraction into fused multiply-adds: its bits are the same everywhere.
template <class M, int Way>
concept MetricFor = Contraction<typename M::contraction> &&
    requires(const M m, const Evidence<typename M::contraction, Way>& evidence) {
  requires M::template cells<Way> >= 1;
  { m.template value<Way>(evidence, 0) } -> std::same_as<double>;
};

/// Optional: complete_only() is true where the metric's present parameters give wrong values for
/// vectors with missing samples; such a run is refused.
template <class M>
concept MayNeedComplete = requires(const M m) {
  { m.complete_only() } -> std::same_as<bool>;
};

/// Optional, for WeightBound: most tuples are rejected from their integer tallies alone.
/// Promises, for every tuple and cell whose channel of vector v is c_v,
///   value <= limit() * joint[cell] / sum(joint) * prod_v weight(single_v, c_v)
/// up to rounding (1e-6 relative, and 1e-15 limit()), with 0 <= weight() <= 1 and limit() >= 0. A
/// metric that cannot promise this for its present parameters returns false from bounded().
template <class M>
concept HasWeightScreen =
    requires(const M m,
             const Array<typename M::contraction::accumulator, M::contraction::channels>& margin) {
  { m.bounded() } -> std::same_as<bool>;
  { m.limit() } -> std::same_as<double>;
  { m.weight(margin, 0) } -> std::same_as<double>;
};

/// Optional, for OverlapBound: where a value grows with what the vectors share. Let the overlap of
/// a pair be joint.back(), of a triple the sum of its pairs' joint.back() less joint.back(), and
/// the size of a vector its margin.back(). A metric with `overlap == true` promises that sizes are
/// not negative, and for every tuple
///   value <= way / (way - 1) * overlap / sum of the sizes
/// up to rounding (1e-6 relative) where not all sizes are 0.
template <class M>
concept HasOverlapScreen = requires {
  requires M::overlap;
};

/// Optional, of metrics that HasOverlapScreen, whose values promise more than that: where the
/// value, of distances 1 less the value, is at least T > 0,
///   overlap >= overlap_share(T) * sum of the sizes
/// up to rounding (1e-6 relative). It rises with T.
template <class M>
concept HasOverlapShare = HasOverlapScreen<M> && requires {
  { M::overlap_share(0.5) } -> std::same_as<double>;
};

/// Optional, of similarities: where the member `distance` is true the value is 1 less the
/// similarity, up to rounding, and small values rank higher.
template <class M>
concept HasDistanceForm = requires(const M m) {
  { m.distance } -> std::convertible_to<bool>;
};

/// Optional, for CorrelationBound, of metrics of GenotypeMoments: promises that a value is the
/// squared correlation of the pair, up to rounding (1e-6 relative).
template <class M>
concept HasSquaredCorrelation = requires {
  requires M::squared_correlation;
};
/// The same of the correlation, with its sign. A threshold is then of the value without its sign.
template <class M>
concept HasCorrelation = requires {
  requires M::correlation;
};
template <class M>
concept HasCorrelationScreen = HasSquaredCorrelation<M> || HasCorrelation<M>;

/// Optional, for ScoreBound, of metrics of GenotypeTables: promises that a value is not above the
/// cell score (for k2: not below), but for the rounding of float64.
template <class M>
concept HasScoreScreen = requires {
  { M::cell_score } -> std::convertible_to<CellScore>;
};

/// Optional, of metrics that may have no value (NaN): may_have_value(margin) is false where no
/// tuple with a vector that has these own sums has one.
template <class M>
concept MayLackValues =
    requires(const M m,
             const Array<typename M::contraction::accumulator, M::contraction::channels>& margin) {
  { m.may_have_value(margin) } -> std::same_as<bool>;
};

/// Optional, of metrics whose values of a tuple are columns of one line: the value of this cell
/// decides for all of them whether they are hits. It alone is rounded to the precision of a run.
template <class M>
concept HasDecidingCell = requires {
  { M::deciding_cell } -> std::convertible_to<int>;
};

/// Optional, of metrics whose values are distances whatever their parameters.
template <class M>
concept IsDissimilarity = requires {
  requires M::dissimilarity;
};

/// True if smaller values rank higher, whatever the metric's parameters.
template <class M>
constexpr bool small_is_good() {
  if constexpr (IsDissimilarity<M>) return true;
  if constexpr (HasScoreScreen<M>) return M::cell_score == CellScore::k2;
  return false;
}

template <class M>
bool is_distance(const M& metric) {
  if constexpr (HasDistanceForm<M>) return metric.distance;
  return false;
}

/// True if smaller values rank higher, with the metric's present parameters.
template <class M>
bool small_is_good(const M& metric) {
  return small_is_good<M>() || is_distance(metric);
}

/// Optional: values are chi-squared statistics with so many degrees of freedom. A hit's cell then
/// holds this number; such a metric has one value a tuple.
template <class M, int Way>
concept HasDegreesOfFreedom = M::template cells<Way> == 1 &&
                              requires(const M m,
                                       const Evidence<typename M::contraction, Way>& evidence) {
  { m.template degrees_of_freedom<Way>(evidence) } -> std::same_as<int>;
};

/// Optional, of metrics of GenotypeTables with degrees of freedom: the fewest that a tuple has, if
/// it has any, among whose samples each vector has at least so many genotypes (1 to 3).
template <class M>
concept HasLeastDegrees = requires(const M m) {
  { m.least_degrees_of_freedom(3) } -> std::same_as<int>;
};

}  // namespace encke
