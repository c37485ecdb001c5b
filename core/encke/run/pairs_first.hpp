#pragma once

#include <encke/backend/backend.hpp>
#include <encke/combine/find_overlapping_pairs.hpp>
#include <encke/combine/find_useful_pairs.hpp>
#include <encke/combine/screen_after_sum.hpp>
#include <encke/distributed/block_exchange.hpp>
#include <encke/distributed/grid.hpp>
#include <encke/distributed/rank_vectors.hpp>
#include <encke/distributed/whole_problem.hpp>
#include <encke/metric/metric.hpp>
#include <encke/plan/plan.hpp>
#include <optional>
#include <vector>

namespace encke::detail {

/// Metrics of which a pair can tell that its triples cannot pass: CCC and DUO by weights, Sorenson
/// by what sets share.
template <class Metric>
concept HasUsefulPairs = of_products<typename Metric::contraction> &&
    (HasWeightScreen<Metric> || HasOverlapScreen<Metric>);

/// True if triples of a plan may be made from their pairs, by any backend that uses them.
bool may_have_pairs_first(const Plan& plan, const Grid& grid, std::size_t parts);

/// True if triples of a plan are made from their pairs.
template <class Metric>
bool pairs_come_first(const Plan& plan, const Grid& grid, std::size_t parts,
                      const TileBackend& backend) {
  const bool used =
      HasWeightScreen<Metric> ? backend.uses_pairs() : backend.uses_overlapping_pairs();
  return used && may_have_pairs_first(plan, grid, parts);
}

/// The problem of a screen's bound; nothing where it rejects nothing yet.
template <class C>
std::optional<TripleProblem> triple_problem(
    const WeightBound& bound, const std::vector<Array<typename C::accumulator, C::channels>>& own,
    Index fields) {
  if (!bound.active()) return std::nullopt;
  TripleProblem problem{.copies = std::is_same_v<C, AlleleCounts> ? 2 : 1,
                        .fields = fields,
                        .weight = {bound.weight[0], bound.weight[1]},
                        .floor = bound.floor};
  for (const auto& margin : own) {
    problem.x_sum.push_back(static_cast<std::int32_t>(Products<C>::x_sum(margin)));
    problem.present.push_back(static_cast<std::int32_t>(Products<C>::present(margin)));
  }
  return problem;
}

/// The useful pairs of a run by the screen that `maker` (a ScreenMaker of the metric) has; nothing
/// where it rejects nothing yet, and as find_useful_pairs() and find_overlapping_pairs().
template <class Metric, class Maker, class Margins>
std::optional<UsefulPairs> search_pairs(Maker& maker, const Margins& margins, Index fields,
                                        int workers, const Communicator& world,
                                        const VisitPairs& visit, const PairSearch& how) {
  if constexpr (HasWeightScreen<Metric>) {
    const auto problem =
        triple_problem<typename Metric::contraction>(maker.weights(), margins, fields);
    if (!problem) return std::nullopt;
    return find_useful_pairs(*problem, workers, world, visit, how);
  } else {
    const OverlapProblem problem{maker.overlaps(), std::ssize(margins), fields};
    return find_overlapping_pairs(problem, workers, world, visit, how);
  }
}

/// Has all pairs of the problem's vectors visited that are this rank's. Collective over the grid.
void visit_pairs(const Plan& plan, const RankVectors& mine, const Grid& grid,
                 BlockExchange& exchange, TileBackend& backend, TallyVisitor& visitor);

}  // namespace encke::detail
