#include <encke/base/error.hpp>
#include <encke/check/checked_backend.hpp>
#include <encke/comm/agree.hpp>
#include <encke/distinct/distinct_backend.hpp>
#include <encke/distinct/set_backend.hpp>
#include <encke/distributed/device_trial.hpp>
#include <encke/distributed/field_group.hpp>
#include <encke/distributed/steps.hpp>
#include <encke/host/region.hpp>
#include <encke/run/estimate.hpp>
#include <encke/run/feed/tile_feed.hpp>
#include <encke/run/run_clock.hpp>
#include <encke/run/run_tiles.hpp>
#include <string>

namespace encke::detail {

template <int Way>
Report run_tiles(MetricSide<Way>& metric, const RunInputs& inputs, TileBackend& backend,
                 const NextTile& next_tile) {
  const RankVectors& mine = inputs.mine;  // no binding: lambdas of clang 15 capture none
  const Plan& plan = inputs.plan;
  const Grid& grid = inputs.grid;
  Sink& sink = inputs.sink;
  const WholeProblem whole = whole_problem(mine, grid);
  check_complete(metric.complete_only(), whole);
  const Partition& partition = mine.partition;
  const TileFeed<Way> tiles(plan, mine, grid);
  DeviceMemory* const device =
      mine.demanded == nullptr ? memory_for_messages(plan, grid, backend) : nullptr;
  BlockExchange exchange(grid.ring(), mine, owned_vectors(partition, grid), device);
  // Before the clock starts and the sink begins: who has too little memory has computed nothing.
  agree(grid.world(), [&] { exchange.allocate_buffers(tiles.most_others()); });
  RunClock clock(plan, partition, whole, backend, tiles.tuples());

  const ValueKind kind = metric.values();
  sink.begin({Way, kind.cells, partition.vectors(), plan.threshold.all,
              plan.precision == Precision::float32, kind.chi_squared, kind.small_is_good,
              plan.domain});
  const auto contraction = contraction_side<Way>(metric.contraction());
  const AnyMargins margins = contraction->gather_margins(inputs);
  Selection<Way>& selection = metric.begin(inputs, margins, whole.fields, backend.workers());
  metric.find_pairs(inputs, margins, whole.fields, exchange, backend);
  const auto sums = contraction->sums(inputs, whole, backend, selection);

  tiles.for_each(exchange, [&](const Tile<Way>& tile, const auto& parts) {
    const Region region("contract");
    plan.stop.check();
    next_tile(tile.id);
    sums->contract(tile, parts);
    clock.tile_done(plan.domain.tuples(tile.ranges), selection.hits());
  });
  sums->finish();
  clock.report().seconds_shift = exchange.seconds() + sums->seconds();
  clock.report().bytes_shifted = exchange.bytes() + sums->bytes();
  clock.report().shifted_by_device = device != nullptr;
  selection.collect(clock.report());
  const LeftOut left_out = backend.left_out();
  clock.report().tuples_left_out = left_out.tuples;
  clock.report().tuples_left_early = left_out.early;
  clock.report().tuples_spared_early = left_out.comparisons;
  clock.report().tuples_of_equal = left_out.equal;
  return clock.finish(sink);
}

template <int Way>
Report run_checked(MetricSide<Way>& metric, const RunInputs& inputs) {
  const auto& [mine, plan, grid, sink] = inputs;
  const auto backend = make_backend_for(metric.contraction(), plan);
  check_support(*backend, metric.contraction());
  if (plan.check) {
    const auto checked = contraction_side<Way>(metric.contraction())->checked(*backend);
    if (!checked) {
      throw Error(Failure::inconsistent,
                  "Plan::check is not for reals, whose sums depend on their order. It checks "
                  "genotypes, bits and whole numbers to the last bit.");
    }
    Report report =
        run_tiles<Way>(metric, inputs, *checked, [&checked](Index id) { checked->next_tile(id); });
    report.seconds_check = checked->seconds();
    return report;
  }
  const auto run_on = [&](TileBackend& by) {
    return run_tiles<Way>(metric, inputs, by, [](Index) {});
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

template Report run_tiles(MetricSide<2>&, const RunInputs&, TileBackend&, const NextTile&);
template Report run_tiles(MetricSide<3>&, const RunInputs&, TileBackend&, const NextTile&);
template Report run_checked(MetricSide<2>&, const RunInputs&);
template Report run_checked(MetricSide<3>&, const RunInputs&);

std::unique_ptr<TileBackend> make_backend_for(ContractionId contraction, const Plan& plan) {
  BackendOptions options = plan.backend_options;
  options.contraction = contraction;
  options.stop = plan.stop;
  options.pruning = plan.pruning;
  return make_backend(plan.backend, options);
}

void AnyMargins::refuse() {
  throw Error(Failure::internal, "margins of another contraction than the metric's");
}

void check_vectors(ContractionId contraction, const RankVectors& mine) {
  for (const PackedVectors* part : mine.parts) check_contraction(contraction, *part);
}

void check_ranks(bool summable, const RankVectors& mine, const Grid& grid) {
  check_parts(mine, grid);
  if (grid.field_group().size() > 1 && !summable) {
    throw Error(Failure::inconsistent, whole_fields_only);
  }
}

void refuse_way(int way) {
  throw Error(Failure::inconsistent, "this metric has no " + std::to_string(way) + "-way form");
}

Partition partition_of(ContractionId contraction, int cells, const PackedVectors& vectors,
                       const Plan& plan, const Sink& sink) {
  const auto backend = make_backend_for(contraction, plan);
  const Estimate cut = estimate(plan,
                                {.vectors = vectors.vectors(),
                                 .fields = vectors.fields(),
                                 .cells = cells,
                                 .vector_bytes = vectors.bytes(),
                                 .sink_bytes = sink.memory(),
                                 .element = vectors.element()},
                                *backend);
  return Partition::of_blocks(vectors.vectors(), cut.blocks);
}

}  // namespace encke::detail
