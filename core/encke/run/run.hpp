#pragma once

// run() of any metric. What is the same of all metrics is in run_tiles.hpp; that is the pipeline.

#include <encke/backend/backend.hpp>
#include <encke/combine/select.hpp>
#include <encke/distributed/block_exchange.hpp>
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
#include <encke/run/run_tiles.hpp>
#include <encke/sink/callable.hpp>
#include <encke/sink/sink.hpp>
#include <functional>
#include <optional>

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
  refuse_way(way);
}

/// A metric's side of one run.
template <class Metric, int Way>
class MetricRun final : public MetricSide<Way> {
  static_assert(MetricFor<Metric, Way>);

 public:
  /// `metric` must outlive this.
  explicit MetricRun(const Metric& metric) : metric_(metric) {}

  ContractionId contraction() const override;
  ValueKind values() const override;
  bool complete_only() const override;
  Selection<Way>& begin(const RunInputs& inputs, const AnyMargins& margins, Index fields,
                        int workers) override;
  void find_pairs(const RunInputs& inputs, const AnyMargins& margins, Index fields,
                  BlockExchange& exchange, TileBackend& backend) override;

 private:
  using Contraction = typename Metric::contraction;

  const Metric& metric_;
  std::optional<UsefulPairs> pairs_;
  std::optional<Select<Metric, Way>> select_;
};

// Not in the class: what is there is inline, and compiled where it is used whoever else has it.
template <class Metric, int Way>
ContractionId MetricRun<Metric, Way>::contraction() const {
  return Contraction::id;
}

template <class Metric, int Way>
ValueKind MetricRun<Metric, Way>::values() const {
  return value_kind<Metric, Way>(metric_);
}

template <class Metric, int Way>
bool MetricRun<Metric, Way>::complete_only() const {
  if constexpr (MayNeedComplete<Metric>) return metric_.complete_only();
  return false;
}

template <class Metric, int Way>
Selection<Way>& MetricRun<Metric, Way>::begin(const RunInputs& inputs, const AnyMargins& margins,
                                              Index fields, int workers) {
  select_.emplace(metric_, margins.as<Contraction>(), inputs.plan, inputs.sink, workers);
  select_->narrow_by_degrees(fields);
  return *select_;
}

template <class Metric, int Way>
void MetricRun<Metric, Way>::find_pairs(const RunInputs& inputs, const AnyMargins& margins,
                                        Index fields, BlockExchange& exchange,
                                        TileBackend& backend) {
  if constexpr (Way == 3 && HasUsefulPairs<Metric>) {
    const Plan& plan = inputs.plan;
    const RankVectors& mine = inputs.mine;
    if (!pairs_come_first<Metric>(plan, inputs.grid, mine.parts.size(), backend)) return;
    const Region region("pairs first");
    const bool forced = plan.pruning == Pruning::forced;
    pairs_ = search_pairs<Metric>(
        select_->screens(), margins.as<Contraction>(), fields, backend.workers(),
        inputs.grid.world(),
        [&](TallyVisitor& visitor) {
          visit_pairs(plan, mine, inputs.grid, exchange, backend, visitor);
        },
        {.most_pairs = PairSearch::most_pairs_of(mine.partition.vectors(), plan.memory),
         .forced = forced});
    if (!pairs_) return;
    if (forced) pairs_->force();
    select_->screens().use_pairs(&*pairs_);
  }
}

/// A run of this rank's tiles by `backend`, whatever the plan names.
template <int Way, class Metric>
Report run_way(const Metric& metric, const RankVectors& mine, const Plan& plan, const Grid& grid,
               Sink& sink, TileBackend& backend, const NextTile& next_tile) {
  MetricRun<Metric, Way> run(metric);
  return run_tiles<Way>(run, {mine, plan, grid, sink}, backend, next_tile);
}

/// The same with the plan's backend.
template <int Way, class Metric>
Report run_planned(const Metric& metric, const RankVectors& mine, const Plan& plan,
                   const Grid& grid, Sink& sink) {
  MetricRun<Metric, Way> run(metric);
  return run_checked<Way>(run, {mine, plan, grid, sink});
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
  detail::check_vectors(Metric::contraction::id, mine);
  detail::cells_of<Metric>(plan.way);
  detail::check_ranks(can_be_summed<typename Metric::contraction>, mine, grid);
  if constexpr (MetricFor<Metric, 2>) {
    if (plan.way == 2) return detail::run_planned<2>(metric, mine, plan, grid, sink);
  }
  if constexpr (MetricFor<Metric, 3>) {
    if (plan.way == 3) return detail::run_planned<3>(metric, mine, plan, grid, sink);
  }
  return {};  // refused by cells_of()
}

/// The same for vectors that are all in this process. The blocks are those of estimate().
/// Also throws OutOfMemory where plan.memory is too little.
template <class Metric>
requires(MetricFor<Metric, 2> || MetricFor<Metric, 3>) Report
    run(const Metric& metric, const PackedVectors& vectors, const Plan& plan, Sink& sink) {
  detail::check_contraction(Metric::contraction::id, vectors);
  const Partition partition = detail::partition_of(
      Metric::contraction::id, detail::cells_of<Metric>(plan.way), vectors, plan, sink);
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

#include <encke/run/builtin/metric_runs.hpp>
