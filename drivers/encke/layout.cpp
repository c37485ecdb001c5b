#include "encke/layout.hpp"

#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/base/text.hpp>
#include <encke/distributed/grid.hpp>
#include <encke/host/memory_limit.hpp>

#include "encke/cell_histogram.hpp"
#include "encke/options/threshold.hpp"
#include "encke/outputs.hpp"

namespace encke::cli {
namespace {

void check_tuples(const Options& options, const Shape& shape) {
  if (shape.vectors >= options.way) return;
  throw Error(Failure::inconsistent,
              fmt::format("{}, --way {} needs {}", counted(shape.vectors, "vector"), options.way,
                          options.way));
}

/// For extents whose product would overflow, the bytes are a number beyond all memories.
Problem make_problem(const Options& options, const MetricEntry& metric, const Shape& shape,
                     bool missing) {
  constexpr std::int64_t beyond = std::int64_t{1} << 55;  // bytes; sums of such do not overflow
  const Element element = element_of(metric, options);
  const auto size = [](Index extent) { return static_cast<double>(extent) + 1024; };
  const bool large = size(shape.vectors) * size(shape.fields) * sizeof(double) >= double{beyond};
  return {
      .vectors = shape.vectors,
      .fields = shape.fields,
      .cells = cells_of(metric, options),
      .vector_bytes =
          large ? beyond : PackedVectors::bytes_for(element, shape.vectors, shape.fields, missing),
      .ranks = {},
      .element = element};
}

/// Tables of cases and controls need all samples on one rank.
WantedDecomposition wanted_ranks(const Options& options, const MetricEntry& metric) {
  WantedDecomposition wanted = options.ranks;
  if (metric.kind == Kind::classes) wanted.field = 1;
  return wanted;
}

Estimate fitting_estimate(const Options& options, const Plan& plan, const Problem& problem,
                          const TileBackend& backend) {
  try {
    return estimate(plan, problem, backend);
  } catch (const OutOfMemory& error) {
    throw OutOfMemory("this run", memory_that_suffices(options, error.bytes_needed()), plan.memory);
  }
}

}  // namespace

Plan make_plan(const Options& options, int ranks_on_node) {
  constexpr double histogram_width = 0.01;
  Plan plan;
  plan.way = options.way;
  plan.threshold = selection_of(options);
  plan.precision = options.precision;
  plan.digest_all = options.digest_all;
  plan.histogram_width = options.histogram && !options.cell_histogram ? histogram_width : 0;
  if (options.cell_histogram) plan.cell_bins = cell_bins(options.multiplier).bins;
  plan.backend = options.backend;
  plan.backend_options.level = options.level;
  plan.backend_options.contraction =
      contraction_of(element_of(find_metric(options.metric), options));
  plan.memory = options.memory ? *options.memory << 20 : memory_limit() / ranks_on_node;
  plan.block = options.block;
  plan.shares = options.shares;
  plan.check = options.check;
  plan.gpu_aware_mpi = options.gpu_aware_mpi;
  return plan;
}

Layout lay_out(const Options& options, const MetricEntry& metric, const Plan& plan,
               const Shape& shape, bool missing, int ranks, const TileBackend& backend) {
  check_tuples(options, shape);
  Problem problem = make_problem(options, metric, shape, missing);
  Layout layout;
  layout.ranks = choose_decomposition(
      ranks, wanted_ranks(options, metric),
      {options.way, shape.vectors, shape.fields, problem.vector_bytes}, plan.memory);
  Plan fixed = plan;
  fixed.memory = 0;  // what the sink takes is not known yet
  const Estimate all = estimate(fixed, problem, backend);
  if (!options.shares.empty()) fixed.blocks = all.blocks;
  fixed.memory = plan.memory;
  problem.ranks = layout.ranks.decomposition;
  problem.sink_bytes = sink_bytes(options, all.values);
  layout.estimate = fitting_estimate(options, fixed, problem, backend);
  return layout;
}

void check_gpu_aware(const Options& options, TileBackend& backend) {
  if (options.gpu_aware_mpi == GpuAwareMpi::off || backend.device_memory() != nullptr) return;
  throw Error(
      Failure::gpu,
      fmt::format("--gpu-aware-mpi: the backend {} keeps no vectors in a memory of its own; "
                  "one of a GPU that does expected",
                  backend.name()));
}

double measured_rate(const Plan& plan, const PackedVectors& vectors, TileBackend& backend) {
  const auto backends = compiled_backends();
  if (backend.name() == backends.front().name) return 0;  // the plainest: a trial would take long
  return trial_rate(plan, vectors, backend);
}

}  // namespace encke::cli
