#include <fmt/format.h>

#include <algorithm>
#include <encke/backend/pruning/pair_tests.hpp>
#include <encke/base/error.hpp>
#include <encke/base/text/text.hpp>
#include <encke/combine/find_useful_pairs.hpp>
#include <encke/distributed/grid.hpp>
#include <encke/host/memory_limit.hpp>
#include <encke/job/histogram/cell_histogram.hpp>
#include <encke/job/layout.hpp>
#include <encke/job/output/format_table.hpp>
#include <encke/job/output/sizes.hpp>
#include <encke/job/request/input_table.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/job/request/thresholds.hpp>
#include <encke/run/share_left.hpp>
#include <encke/sink/callable.hpp>
#include <limits>

namespace encke::job {
namespace {

void check_tuples(const Request& request, const Extents& extents) {
  if (extents.vectors >= request.way) return;
  throw Error(Failure::inconsistent,
              fmt::format("{}, --way {} needs {}", counted(extents.vectors, "vector"), request.way,
                          request.way));
}

/// For extents whose product would overflow, the bytes are a number beyond all memories.
ProblemExtents make_problem(const Request& request, const Extents& extents, bool missing) {
  constexpr std::int64_t beyond = std::int64_t{1} << 55;  // bytes; sums of such do not overflow
  const Element element = element_of(request);
  const auto size = [](Index extent) { return static_cast<double>(extent) + 1024; };
  const bool large =
      size(extents.vectors) * size(extents.fields) * sizeof(double) >= double{beyond};
  return {.vectors = extents.vectors,
          .fields = extents.fields,
          .cells = cells_of(request),
          .vector_bytes =
              large ? beyond
                    : PackedVectors::bytes_for(element, extents.vectors, extents.fields, missing),
          .ranks = {},
          .element = element,
          .on_demand = !request.max,  // which changes all vectors where they are
          .input = extents.costs,
          .packed_file = true};
}

WantedDecomposition wanted_ranks(const Request& request) {
  WantedDecomposition wanted = request.ranks;
  if (metric_of(request).whole_fields) wanted.field = 1;
  return wanted;
}

Estimate fitting_estimate(const Request& request, const Plan& plan, const ProblemExtents& problem,
                          const TileBackend& backend) {
  try {
    return estimate(plan, problem, backend);
  } catch (const OutOfMemory& error) {
    // the run and what comes after it must both fit, and only the latter goes with smaller buffers
    const std::int64_t stays =
        problem.input.held +
        (problem.ranks.ranks() > 1 ? Estimate::program_bytes_of_rank : Estimate::program_bytes);
    std::int64_t needed = error.bytes_needed();
    if (problem.publish_bytes <= std::numeric_limits<std::int64_t>::max() - stays) {
      needed = std::max(needed, memory_that_suffices(request, problem.publish_bytes + stays));
    }
    throw OutOfMemory("this run", needed, plan.memory);
  }
}

/// The plan for some of a run's vectors alone.
Plan plan_of_trial(const Plan& plan) {
  Plan trial = plan;
  trial.block = 0;
  trial.blocks = 0;
  trial.memory = 0;
  trial.shares.clear();
  trial.done = nullptr;
  trial.progress = nullptr;
  return trial;
}

Report trial_run(const Request& request, const PackedVectors& vectors, const Plan& plan) {
  const Partition partition(vectors.vectors(), round_up(vectors.vectors(), 16));  // one block
  sink::Callable drop([](auto) {});
  return metric_of(request).run(request, RankVectors::whole(vectors, partition), plan, Grid(),
                                drop);
}

/// What a run of the pairs of a sample leaves: runs of neighbours, among which equal vectors are
/// found. Nothing where the vectors are so long that this takes longer than a moment.
std::optional<double> share_of_pairs_left(const Request& request, const Plan& plan,
                                          const Extents& extents, const TakeSample& take) {
  constexpr Index most_elements = Index{1} << 27;
  constexpr Index run = 64, most_runs = 32;
  const Index fit = most_elements / std::max<Index>(extents.fields, 1) / run;
  const Index count = std::min(fit, most_runs) * run;
  if (std::min(count, extents.vectors) < pruning::least_vectors) return std::nullopt;
  const PackedVectors sample = take({count, run});
  const Report made = trial_run(request, sample, plan_of_trial(plan));
  const double spared =
      static_cast<double>(made.tuples_left_out + made.tuples_of_equal) + made.tuples_spared_early;
  if (spared == 0) return std::nullopt;
  return 1 - spared / static_cast<double>(made.tuples);
}

/// Of pairs in windows and of sets, and of --top, whose floor rises with the values that come.
bool is_share_unknown(const Request& request, const Plan& plan, Index vectors) {
  const bool all_needed =
      plan.check || plan.digest_all || plan.bin_width() > 0 || format_of(request).holds_all;
  if (plan.way != 2 || plan.pruning == Pruning::off || vectors < pruning::least_vectors ||
      all_needed || !may_prune(request)) {
    return false;
  }
  return plan.domain.everything() ? request.top && !has_threshold(request)
                                  : request.top || has_threshold(request);
}

}  // namespace

Plan make_plan(const Request& request, int ranks_on_node) {
  constexpr double histogram_width = 0.01;
  Plan plan;
  plan.way = request.way;
  plan.threshold = threshold_of(request);
  plan.precision = request.precision;
  plan.digest_all = request.digest_all;
  plan.histogram_width = request.histogram && !request.cell_histogram ? histogram_width : 0;
  if (request.cell_histogram) plan.cell_bins = cell_bins(multiplier_of(request)).bins;
  plan.backend = request.backend;
  plan.backend_options.level = request.level;
  plan.backend_options.contraction = element_of(request).contraction;
  plan.backend_options.devices = request.devices;
  plan.backend_options.pruning = request.pruning;
  plan.backend_options.processes = ranks_on_node;
  plan.memory = request.memory ? *request.memory << 20 : memory_limit() / ranks_on_node;
  plan.block = request.block;
  plan.shares = shares_of(request);
  plan.check = request.check;
  plan.pruning = request.pruning;
  plan.gpu_aware_mpi = request.gpu_aware_mpi;
  return plan;
}

Layout lay_out(const Request& request, const Plan& plan, const Extents& extents, bool missing,
               int ranks, const TileBackend& backend) {
  check_tuples(request, extents);
  ProblemExtents problem = make_problem(request, extents, missing);
  Layout layout;
  layout.ranks = choose_decomposition(
      ranks, wanted_ranks(request),
      {request.way, extents.vectors, extents.fields, problem.vector_bytes}, plan.memory);
  Plan fixed = plan;
  fixed.memory = 0;  // what the sink takes is not known yet
  const Estimate all = estimate(fixed, problem, backend);
  if (is_part(request)) fixed.blocks = all.blocks;
  fixed.memory = plan.memory;
  problem.ranks = layout.ranks.decomposition;
  problem.sink_bytes = bytes_in_run(request, all.values);
  problem.publish_bytes = sink_bytes(request, all.values);
  layout.estimate = fitting_estimate(request, fixed, problem, backend);
  layout.share_unknown = is_share_unknown(request, plan, extents.vectors);
  return layout;
}

Layout lay_out_first(const Request& request, const Plan& plan, const Extents& extents, int ranks,
                     const TileBackend& backend) {
  const bool may_miss = metric_of(request).missing && request.missing;
  try {
    const Layout layout = lay_out(request, plan, extents, ranks > 1 && may_miss, ranks, backend);
    // while vectors are read there is no sink yet, but masks where samples are missing
    const std::int64_t reading = make_problem(request, extents, may_miss).vector_bytes +
                                 extents.costs.reading + extents.costs.held +
                                 Estimate::program_bytes;
    const bool fits = plan.memory == 0 || reading <= plan.memory;
    if (ranks > 1 || (layout.estimate.held == 0 && fits)) return layout;
  } catch (const OutOfMemory&) {  // the other says what suffices in any case
  }
  return lay_out(request, plan, extents, may_miss, ranks, backend);
}

void leave_out_masks(const Request& request, const Plan& plan, const Extents& extents,
                     const TileBackend& backend, Layout& layout) {
  if (layout.estimate.held == 0) return;
  ProblemExtents problem = make_problem(request, extents, false);
  problem.ranks = layout.ranks.decomposition;
  problem.sink_bytes = layout.estimate.sink_bytes;
  problem.publish_bytes = layout.estimate.publish_bytes;
  layout.estimate = without_masks(layout.estimate, plan, problem, backend);
}

void check_gpu_aware(const Request& request, TileBackend& backend) {
  if (request.gpu_aware_mpi == GpuAwareMpi::off || backend.device_memory() != nullptr) return;
  throw Error(
      Failure::gpu,
      fmt::format("--gpu-aware-mpi does not work with the backend {}, which keeps no vectors in "
                  "memory of its own. Use a backend of a GPU.",
                  backend.name()));
}

double share_of_run(const Request& request, const Domain& domain, const Extents& extents,
                    const Estimate& estimate) {
  const Index all = domain.tuples(request.way, extents.vectors);
  if (!is_part(request) || all == 0) return 1;
  return static_cast<double>(estimate.tuples) / static_cast<double>(all);
}

std::string no_tile_text(const Estimate& estimate) {
  return fmt::format("this part has no tile: {} of at most {} make too few tiles for so many parts",
                     counted(estimate.blocks, "block"), counted(estimate.block, "vector"));
}

bool may_prune(const Request& request) {
  const Element element = element_of(request);
  const bool of_triples = element.contraction == ContractionId::allele_counts ||
                          element.contraction == ContractionId::allele_bits;
  return takes_option(request, "--no-pruning") && pruning::prunes_pairs(element) &&
         (request.way == 2 || of_triples);
}

std::optional<double> expect_share_left(const Request& request, const Plan& plan,
                                        const Extents& extents, const TakeSample& take,
                                        TileBackend& backend) {
  const MetricRow& metric = metric_of(request);
  const bool alleles = input_row(request.input).named_alleles;  // whose groups a sample has not
  if (request.ranks.field > 1 || plan.pruning == Pruning::off || !plan.domain.everything() ||
      plan.check || alleles || !has_threshold(request) || !may_prune(request)) {
    return std::nullopt;
  }
  if (request.way == 2) return share_of_pairs_left(request, plan, extents, take);
  if (metric.share_left == nullptr || extents.vectors < PairSearch::least_vectors) {
    return std::nullopt;
  }
  return metric.share_left(request, take(spread_of_triples), plan, backend);
}

namespace {

/// The first vectors, at most so many.
PackedVectors first_of(const PackedVectors& vectors, Index most) {
  auto some = PackedVectors::allocate_like(vectors, std::min(most, vectors.vectors()),
                                           vectors.keeps_masks());
  const auto from = vectors.buffers();
  const auto to = some.buffers();
  for (std::size_t b = 0; b < to.size(); ++b) {
    const std::size_t bytes = std::min(from[b].size(), to[b].size());
    std::copy_n(from[b].begin(), bytes, to[b].begin());
  }
  some.received();
  return some;
}

/// Comparisons per second of kernels and screens, with nothing left out by pruning.
double rate_with_screen(const Request& request, const Plan& plan, const PackedVectors& vectors) {
  const PackedVectors some = first_of(vectors, request.way == 2 ? 768 : 96);
  Plan trial = plan_of_trial(plan_of_some(plan));
  trial.pruning = Pruning::off;
  double best = 0;
  for (int repeat = 0; repeat < 3; ++repeat) {
    const Report report = trial_run(request, some, trial);
    if (report.seconds_contract > 0) {
      best = std::max(best, report.comparisons / report.seconds_contract);
    }
    if (report.seconds > 0.1) break;
  }
  return best;
}

}  // namespace

double measured_rate(const Request& request, const Plan& plan, const PackedVectors& vectors,
                     TileBackend& backend) {
  const auto backends = compiled_backends();
  if (backend.name() == backends.front().name) return 0;  // the reference: a trial would take long
  const double of_kernels = trial_rate(plan, vectors, backend);
  if (of_kernels == 0 || !has_threshold(request)) return of_kernels;
  return std::min(of_kernels, rate_with_screen(request, plan, vectors));
}

}  // namespace encke::job
