#pragma once

// The pipeline. Read run_way() first: it is the whole path from packed vectors to hits.

#include <encke/backend/backend.hpp>
#include <encke/base/error.hpp>
#include <encke/check/checked_backend.hpp>
#include <encke/combine/screen_after_sum.hpp>
#include <encke/combine/select.hpp>
#include <encke/comm/agree.hpp>
#include <encke/distinct/distinct_backend.hpp>
#include <encke/distinct/set_backend.hpp>
#include <encke/distributed/block_exchange.hpp>
#include <encke/distributed/device_trial.hpp>
#include <encke/distributed/field_group.hpp>
#include <encke/distributed/field_margins.hpp>
#include <encke/distributed/grid.hpp>
#include <encke/distributed/rank_vectors.hpp>
#include <encke/distributed/whole_problem.hpp>
#include <encke/host/region.hpp>
#include <encke/plan/plan.hpp>
#include <encke/plan/report.hpp>
#include <encke/run/builtin_runs.hpp>
#include <encke/run/estimate.hpp>
#include <encke/run/pairs_first.hpp>
#include <encke/run/run_clock.hpp>
#include <encke/run/tile_feed.hpp>
#include <encke/schedule/tile.hpp>
#include <encke/sink/callable.hpp>
#include <encke/sink/sink.hpp>
#include <functional>
#include <memory>

namespace encke {
namespace detail {

/// Values of a tuple. Throws Error(inconsistent) where the metric has no such way.
template <class Metric>
int cells_of(int way) {
  if constexpr (MetricFor<Metric, 2>) {
    if (way == 2) return Metric::template cells<2>;
  }
  if constexpr (MetricFor<Metric, 3>) {
    if (way == 3) return Metric::template cells<3>;
  }
  throw Error(Failure::inconsistent, "this metric has no " + std::to_string(way) + "-way form");
}

/// The pairs that triples of hits may have, which the screen of `select` names from now on; nothing
/// where all triples are contracted.
template <class Metric, class Select>
std::optional<UsefulPairs> useful_pairs(Select& select, const Plan& plan, const RankVectors& mine,
                                        const Grid& grid, BlockExchange& exchange,
                                        TileBackend& backend, Index fields) {
  const Region region("pairs first");
  const bool forced = plan.pruning == Pruning::forced;
  auto pairs = search_pairs<Metric>(
      select.screens(), select.margins(), fields, backend.workers(), grid.world(),
      [&](TallyVisitor& visitor) { visit_pairs(plan, mine, grid, exchange, backend, visitor); },
      {.most_pairs = PairSearch::most_pairs_of(mine.partition.vectors(), plan.memory),
       .forced = forced});
  if (pairs && forced) pairs->force();
  return pairs;
}

/// Receives each tile before it is contracted.
using NextTile = std::function<void(Index id)>;

template <int Way, class Metric>
Report run_way(const Metric& metric, const RankVectors& mine, const Plan& plan, const Grid& grid,
               Sink& sink, TileBackend& backend, const NextTile& next_tile) {
  static_assert(MetricFor<Metric, Way>);
  using Contraction = typename Metric::contraction;
  constexpr int cells = Metric::template cells<Way>;
  const WholeProblem whole = whole_problem(mine, grid);
  if constexpr (MayNeedComplete<Metric>) check_complete(metric.complete_only(), whole);
  const Partition& partition = mine.partition;
  const TileFeed<Way> tiles(plan, mine, grid);
  DeviceMemory* const device =
      mine.demanded == nullptr ? memory_for_messages(plan, grid, backend) : nullptr;
  BlockExchange exchange(grid.ring(), mine, owned_vectors(partition, grid), device);
  // Before the clock starts and the sink begins: who has too little memory has computed nothing.
  agree(grid.world(), [&] { exchange.allocate_buffers(tiles.most_others()); });
  RunClock clock(plan, partition, whole, backend, tiles.tuples());

  sink.begin({Way, cells, partition.vectors(), plan.threshold.all,
              plan.precision == Precision::float32, HasDegreesOfFreedom<Metric, Way>,
              small_is_good(metric), plan.domain});
  auto margins = gather_margins(
      grid.ring(), field_margins<Contraction>(grid.field_group(), mine.parts, mine.own.size()));
  if constexpr (Contraction::id == ContractionId::count_minima) check_sums(margins);
  Select<Metric, Way> select(metric, std::move(margins), plan, sink, backend.workers());
  select.narrow_by_degrees(whole.fields);
  std::optional<UsefulPairs> pairs;
  if constexpr (Way == 3 && HasUsefulPairs<Metric>) {
    if (pairs_come_first<Metric>(plan, grid, mine.parts.size(), backend)) {
      pairs = useful_pairs<Metric>(select, plan, mine, grid, exchange, backend, whole.fields);
      if (pairs) select.screens().use_pairs(&*pairs);
    }
  }
  // A backend screens what it makes; what is summed over parts of the fields is screened here.
  const bool summed = grid.field_group().size() > 1 || mine.parts.size() != 1;
  ScreenAfterSum<Contraction, Way> after_sum(select, select.screen(), select.margins(),
                                             backend.workers());
  FieldGroup<Contraction, Way> group(
      grid.field_group(), whole.blocks_with_missing, backend, select.screen(),
      summed ? static_cast<TallyVisitor&>(after_sum) : select,
      [&](const Tile<Way>& tile) { select.start_tile(tile); },
      [&](const Tile<Way>& tile) { select.finish_tile(tile); }, plan.check);

  using Parts = std::vector<Array<Operand, Way>>;
  tiles.for_each(exchange, [&](const Tile<Way>& tile, const Parts& parts) {
    const Region region("contract");
    plan.stop.check();
    next_tile(tile.id);
    group.contract(tile, parts);
    clock.tile_done(plan.domain.tuples(tile.ranges), select.hits());
  });
  group.finish();
  clock.report().seconds_shift = exchange.seconds() + group.seconds();
  clock.report().bytes_shifted = exchange.bytes() + group.bytes();
  clock.report().shifted_by_device = device != nullptr;
  select.collect(clock.report());
  const LeftOut left_out = backend.left_out();
  clock.report().tuples_left_out = left_out.tuples;
  clock.report().tuples_left_early = left_out.early;
  clock.report().tuples_spared_early = left_out.comparisons;
  clock.report().tuples_of_equal = left_out.equal;
  return clock.finish(sink);
}

/// The plan's backend, "auto" among those that have the contraction.
template <class Contraction>
std::unique_ptr<TileBackend> make_backend_for(const Plan& plan) {
  BackendOptions options = plan.backend_options;
  options.contraction = Contraction::id;
  options.stop = plan.stop;
  options.pruning = plan.pruning;
  return make_backend(plan.backend, options);
}

/// With plan.check the backend is one that checks its tallies.
template <int Way, class Metric>
Report run_checked(const Metric& metric, const RankVectors& mine, const Plan& plan,
                   const Grid& grid, Sink& sink) {
  using Contraction = typename Metric::contraction;
  const auto backend = make_backend_for<Contraction>(plan);
  check_support(*backend, Contraction::id);
  if (!plan.check) {
    const auto run_on = [&](TileBackend& by) {
      return run_way<Way>(metric, mine, plan, grid, sink, by, [](Index) {});
    };
    const Element element = mine.parts.empty() ? Element{} : mine.parts.front()->element();
    const int field_ranks = grid.field_group().size();
    const bool forced = plan.pruning == Pruning::forced;
    const Index fields = mine.parts.empty() ? 0 : mine.parts.front()->fields();
    if (takes_equal_vectors_once(plan, element, field_ranks, mine.parts.size()) &&
        !writing_takes_longer(plan, fields, sink)) {
      DistinctBackend distinct(*backend, forced);
      return run_on(distinct);
    }
    if (gathers_sets(plan, element, field_ranks, mine.parts.size(), mine.partition.vectors())) {
      SetBackend sets(*backend, plan.domain, forced);
      return run_on(sets);
    }
    return run_on(*backend);
  }
  if constexpr (row_check_supports<Contraction>) {
    CheckedBackend<Contraction, Way> checked(*backend);
    Report report = run_way<Way>(metric, mine, plan, grid, sink, checked,
                                 [&checked](Index id) { checked.next_tile(id); });
    report.seconds_check = checked.seconds();
    return report;
  } else {
    throw Error(Failure::inconsistent,
                "Plan::check is not for reals, whose sums depend on their order. It checks "
                "genotypes, bits and whole numbers to the last bit.");
  }
}

}  // namespace detail

/// Computes `metric` of the pairs (plan.way 2) or triples (3) of plan.domain, all by default, of
/// the problem's vectors, of which this rank has `mine`, and passes the hits of the tiles that are
/// this rank's to `sink`. Collective over the grid; needs a Runtime. The report is of this rank's
/// tiles. Throws Error(inconsistent) where the metric is not for such vectors (reals or genotypes,
/// or with missing samples), the backend not for such a metric, or the ranks' vectors do not fit
/// together, Error(gpu) as memory_for_messages(), and what the sink throws.
template <class Metric>
requires(MetricFor<Metric, 2> || MetricFor<Metric, 3>) Report
    run(const Metric& metric, const RankVectors& mine, const Plan& plan, const Grid& grid,
        Sink& sink) {
  for (const PackedVectors* part : mine.parts) {
    detail::check_contraction(Metric::contraction::id, *part);
  }
  detail::cells_of<Metric>(plan.way);
  check_parts(mine, grid);
  if (grid.field_group().size() > 1 && !can_be_summed<typename Metric::contraction>) {
    throw Error(Failure::inconsistent, whole_fields_only);
  }
  if constexpr (MetricFor<Metric, 2>) {
    if (plan.way == 2) return detail::run_checked<2>(metric, mine, plan, grid, sink);
  }
  if constexpr (MetricFor<Metric, 3>) {
    if (plan.way == 3) return detail::run_checked<3>(metric, mine, plan, grid, sink);
  }
  return {};  // refused by cells_of()
}

/// The same for vectors that are all in this process. The blocks are those of estimate().
/// Also throws OutOfMemory where plan.memory is too little.
template <class Metric>
requires(MetricFor<Metric, 2> || MetricFor<Metric, 3>) Report
    run(const Metric& metric, const PackedVectors& vectors, const Plan& plan, Sink& sink) {
  detail::check_contraction(Metric::contraction::id, vectors);
  const int cells = detail::cells_of<Metric>(plan.way);
  const auto backend = detail::make_backend_for<typename Metric::contraction>(plan);
  const Estimate cut = estimate(plan,
                                {.vectors = vectors.vectors(),
                                 .fields = vectors.fields(),
                                 .cells = cells,
                                 .vector_bytes = vectors.bytes(),
                                 .sink_bytes = sink.memory(),
                                 .element = vectors.element()},
                                *backend);
  const auto partition = Partition::of_blocks(vectors.vectors(), cut.blocks);
  return run(metric, RankVectors::whole(vectors, partition), plan, Grid(), sink);
}

/// The same with any callable that takes std::span<const Hit<2>> (or <3>).
template <class Metric, sink::HitCallable F>
requires(!std::derived_from<std::remove_reference_t<F>, Sink>) Report
    run(const Metric& metric, const PackedVectors& vectors, const Plan& plan, F&& function) {
  sink::Callable<std::reference_wrapper<std::remove_reference_t<F>>> sink(std::ref(function));
  return run(metric, vectors, plan, sink);
}

}  // namespace encke
