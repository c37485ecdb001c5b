#pragma once

#include <concepts>
#include <encke/comm/communicator.hpp>
#include <encke/contraction/contraction.hpp>
#include <encke/distributed/grid.hpp>
#include <encke/distributed/read_share.hpp>
#include <encke/io/source.hpp>
#include <encke/plan/plan.hpp>
#include <encke/plan/report.hpp>
#include <encke/run/run.hpp>
#include <encke/sink/callable.hpp>
#include <encke/sink/sink.hpp>
#include <functional>
#include <string>

namespace encke {
namespace detail {

/// What decides how a run is spread over ranks, beside plan and input.
struct Spread {
  ContractionId contraction;
  int cells = 1;              ///< values of a tuple
  bool fields_summed = true;  ///< tallies may be summed over ranks with other fields
  std::int64_t sink_bytes = 0;
};

/// A problem on the ranks of a grid, as one of them has it.
struct SpreadInput {
  Grid grid;
  OwnedVectors vectors;
};

/// Chooses decomposition and blocks, and reads this rank's share. Collective. Throws, on all ranks,
/// what choose_decomposition(), estimate() and read_share() throw.
SpreadInput spread(io::Source& source, const Plan& plan, const Spread& wanted,
                   const Communicator& world);

/// Takes a single hit, which no run passes.
template <class F>
concept OneHitCallable = !sink::HitCallable<F> &&
                         (std::invocable<F&, const Hit<2>&> || std::invocable<F&, const Hit<3>&>);

/// A sentence of the compiler for who passes such a function to run().
template <class F>
constexpr bool takes_batches() {
  static_assert(!OneHitCallable<F>,
                "this function takes one hit, and is called with many: let it take "
                "std::span<const encke::Hit<2>> (or <3>) and go through them");
  return !OneHitCallable<F>;
}

/// Throws Error(inconsistent), on all ranks, where several would write the same file, which would
/// have the hits of one rank alone. Collective.
void check_files(const Communicator& world, const std::string& mine);

/// The report of all ranks: sums of what was computed, with digest and histogram; of the times the
/// longest. Collective.
Report sum_reports(const Communicator& world, const Report& mine);

}  // namespace detail

/// Computes `metric` of an input on all ranks of `world` together: chooses how it is spread and
/// cut, reads on each rank what that rank needs, and passes to each rank's sink the hits of its
/// tiles. Exactly one rank receives each hit; together they are those of one process, to the last
/// bit. The same plan on all ranks. Collective; needs a Runtime. The report is of all ranks, but
/// for backend, level and threads.
///
/// To have the hits in files, to resume, or to compute in parts, see job::perform().
/// Throws, on all ranks, Error(inconsistent) where a sink of files, such as sink::Edges, has the
/// same name on several; what the source throws; Error(inconsistent) and OutOfMemory as estimate();
/// and what run() throws of one rank's vectors.
template <class Metric, std::derived_from<Sink> Taker>
requires(MetricFor<Metric, 2> || MetricFor<Metric, 3>) Report
    run(const Metric& metric, io::Source& source, const Plan& plan, Taker& sink,
        const Communicator& world = {}) {
  if constexpr (requires { sink.path(); }) detail::check_files(world, sink.path());
  using Contraction = typename Metric::contraction;
  const detail::SpreadInput input = detail::spread(source, plan,
                                                   {.contraction = Contraction::id,
                                                    .cells = detail::cells_of<Metric>(plan.way),
                                                    .fields_summed = can_be_summed<Contraction>,
                                                    .sink_bytes = sink.memory()},
                                                   world);
  return detail::sum_reports(world, run(metric, input.vectors.view(), plan, input.grid, sink));
}

/// Not to be called: functions of a single hit are refused by the compiler.
template <class Metric, detail::OneHitCallable F>
Report run(const Metric& /*metric*/, io::Source& /*source*/, const Plan& /*plan*/, F&& /*function*/,
           const Communicator& /*world*/ = {}) {
  static_assert(detail::takes_batches<F>());
  return {};
}
template <class Metric, detail::OneHitCallable F>
Report run(const Metric& /*metric*/, const PackedVectors& /*vectors*/, const Plan& /*plan*/,
           F&& /*function*/) {
  static_assert(detail::takes_batches<F>());
  return {};
}

/// The same with any callable that takes std::span<const Hit<2>> (or <3>).
template <class Metric, sink::HitCallable F>
requires(!std::derived_from<std::remove_reference_t<F>, Sink>) Report
    run(const Metric& metric, io::Source& source, const Plan& plan, F&& function,
        const Communicator& world = {}) {
  sink::Callable<std::reference_wrapper<std::remove_reference_t<F>>> sink(std::ref(function));
  return run(metric, source, plan, sink, world);
}

}  // namespace encke
