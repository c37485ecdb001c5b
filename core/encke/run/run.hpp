#pragma once

// The pipeline. Read run_way() first: it is the whole path from packed vectors to hits.

#include <chrono>
#include <encke/backend/backend.hpp>
#include <encke/base/error.hpp>
#include <encke/run/estimate.hpp>
#include <encke/run/plan.hpp>
#include <encke/run/report.hpp>
#include <encke/run/run_clock.hpp>
#include <encke/run/select.hpp>
#include <encke/schedule/orbit.hpp>
#include <encke/schedule/partition.hpp>
#include <encke/schedule/tile.hpp>
#include <encke/sink/callable.hpp>
#include <encke/sink/sink.hpp>
#include <memory>

namespace encke {
namespace detail {

template <int Way>
Array<Operand, Way> operands(const PackedVectors& vectors, const Tile<Way>& tile) {
  Array<Operand, Way> blocks;
  for (int v = 0; v < Way; ++v) blocks[v] = {&vectors, tile.ranges[v], 0};
  return blocks;
}

template <int Way, class Metric>
Report run_way(const Metric& metric, const PackedVectors& vectors, const Plan& plan, Sink& sink,
               TileBackend& backend) {
  static_assert(MetricFor<Metric, Way>);
  constexpr int cells = Metric::template cells<Way>;
  const Estimate cut = estimate(plan,
                                {vectors.vectors(), vectors.fields(), cells, vectors.bytes(),
                                 sink.memory(), vectors.element()},
                                backend);
  RunClock clock(plan, vectors, cut, backend);

  sink.begin(
      {Way, cells, vectors.vectors(), plan.threshold.all, plan.precision == Precision::float32});
  Select<Metric, Way> select(metric, vectors, plan, sink, backend.workers());

  const Partition partition(vectors.vectors(), cut.block);
  OrbitSchedule<Way>(partition.blocks()).for_each([&](const OrbitStep<Way>& step) {
    const Tile<Way> tile = make_tile<Way>(partition, step.blocks);
    backend.contract(operands(vectors, tile), select.screen(), select);
    clock.tile_done(tile.tuples(), select.hits());
  });
  select.collect(clock.report());
  return clock.finish(sink);
}

}  // namespace detail

/// Computes `metric` of all pairs (plan.way 2) or triples (3) of `vectors`, and passes the hits
/// to `sink`. Needs a Runtime. Everything that can be refused is refused before the first hit.
/// Throws Error(inconsistent) where the metric is not for such vectors (reals or genotypes, or
/// with missing samples) or the backend not for such a metric, OutOfMemory where plan.memory is too
/// little, and what the sink throws.
template <class Metric>
requires(MetricFor<Metric, 2> || MetricFor<Metric, 3>) Report
    run(const Metric& metric, const PackedVectors& vectors, const Plan& plan, Sink& sink) {
  detail::check_contraction(Metric::contraction::id, vectors);
  if constexpr (MayNeedComplete<Metric>) detail::check_complete(metric.complete_only(), vectors);
  const auto backend = make_backend(plan.backend, plan.backend_options);
  detail::check_support(*backend, Metric::contraction::id);
  if constexpr (MetricFor<Metric, 2>) {
    if (plan.way == 2) return detail::run_way<2>(metric, vectors, plan, sink, *backend);
  }
  if constexpr (MetricFor<Metric, 3>) {
    if (plan.way == 3) return detail::run_way<3>(metric, vectors, plan, sink, *backend);
  }
  throw Error(Failure::inconsistent,
              "this metric has no " + std::to_string(plan.way) + "-way form");
}

/// The same with any callable that takes std::span<const Hit<2>> (or <3>).
template <class Metric, sink::HitCallable F>
requires(!std::derived_from<std::remove_reference_t<F>, Sink>) Report
    run(const Metric& metric, const PackedVectors& vectors, const Plan& plan, F&& function) {
  sink::Callable<std::reference_wrapper<std::remove_reference_t<F>>> sink(std::ref(function));
  return run(metric, vectors, plan, sink);
}

}  // namespace encke
