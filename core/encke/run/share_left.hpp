#pragma once

#include <algorithm>
#include <encke/backend/backend.hpp>
#include <encke/combine/screen_maker.hpp>
#include <encke/pack/packers.hpp>
#include <encke/plan/plan.hpp>
#include <encke/run/pairs_first.hpp>
#include <encke/run/spread_sample.hpp>
#include <optional>
#include <vector>

namespace encke {

/// Of triples: so many, each by itself, since neighbours are often alike.
inline constexpr Spread spread_of_triples = {512, 1};

/// The share of the triples of a sample that are in lists of useful pairs: about that of all, which
/// takes no time beside a run. Nothing where no pairs are searched for, or all of these triples are
/// contracted.
template <class Metric>
std::optional<double> share_left(const Metric& metric, const PackedVectors& vectors,
                                 const Plan& plan, TileBackend& backend) {
  const Index size = std::min(vectors.vectors(), spread_of_triples.count);
  if (size < PairSearch::least_vectors ||
      !detail::pairs_come_first<Metric>(plan, Grid(), 1, backend)) {
    return std::nullopt;
  }
  using C = typename Metric::contraction;
  std::vector<Array<std::int64_t, 2>> margins;
  for (Index v = 0; v < size; ++v) margins.push_back(margin<C>(vectors, v));
  ScreenMaker<Metric, 3> screen(metric, margins, plan);
  const Operand block{&vectors, {0, size}, 0};
  const auto pairs = detail::search_pairs<Metric>(
      screen, margins, vectors.fields(), backend.workers(), Communicator(),
      [&](TallyVisitor& visitor) {
        backend.contract(Array<Operand, 2>{{block, block}}, nullptr, visitor);
      },
      {});
  if (!pairs) return std::nullopt;
  double listed = 0;
  for (Index v = 0; v < size; ++v) {
    const auto later = static_cast<double>(pairs->later(v, {0, size}).size());
    listed += later * (later - 1) / 2;
  }
  const auto n = static_cast<double>(size);
  return listed / (n * (n - 1) * (n - 2) / 6);
}

}  // namespace encke
