#pragma once

#include <encke/backend/backend.hpp>
#include <encke/combine/find_useful_pairs.hpp>
#include <encke/combine/screen_after_sum.hpp>
#include <encke/distributed/block_exchange.hpp>
#include <encke/distributed/grid.hpp>
#include <encke/distributed/rank_vectors.hpp>
#include <encke/distributed/whole_problem.hpp>
#include <encke/plan/plan.hpp>
#include <optional>
#include <vector>

namespace encke::detail {

/// True if triples of a plan are made from their pairs.
bool pairs_come_first(const Plan& plan, const Grid& grid, std::size_t parts,
                      const TileBackend& backend);

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

/// Has all pairs of the problem's vectors visited that are this rank's. Collective over the grid.
void visit_pairs(const Plan& plan, const RankVectors& mine, const Grid& grid,
                 BlockExchange& exchange, TileBackend& backend, TallyVisitor& visitor);

}  // namespace encke::detail
