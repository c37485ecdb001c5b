#pragma once

#include <encke/backend/backend.hpp>
#include <encke/distributed/grid.hpp>
#include <encke/job/output/expected_output.hpp>
#include <encke/job/request/request.hpp>
#include <encke/network/task/expected.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <encke/plan/plan.hpp>
#include <encke/run/estimate.hpp>
#include <encke/run/spread_sample.hpp>
#include <functional>
#include <optional>
#include <string>

namespace encke::job {

/// Extents of the input after selection.
struct Extents {
  Index vectors = 0;
  Index fields = 0;
  io::SourceCosts costs = {};
};

/// How a run is cut and spread, and what a rank needs for it.
struct Layout {
  ChosenDecomposition ranks;
  Estimate estimate;
  ExpectedOutput output{};  ///< of the whole run, of which this may be a part; on the root
  double share_of_run = 1;  ///< of the whole run's tuples, those of this part
  std::optional<network::Expected> network{};  ///< of the output, where one is wanted; on the root
  /// About the share of comparisons that pruning leaves to be made; nothing: all of them.
  std::optional<double> share_left{};
  /// True where tuples are left out of which no sample tells how many.
  bool share_unknown = false;
};

/// The plan of a run, without a progress function; `ranks_on_node` share the
/// machine's memory.
Plan make_plan(const Request& request, int ranks_on_node);

/// Chooses decomposition and blocks. Part runs get blocks that follow from the problem and the
/// options alone, because parts are joined only if their blocks agree; so does a run whose
/// `plan.blocks` are given. `missing`: memory for presence masks is needed.
/// Throws Error(inconsistent) for fewer vectors than a tuple has and for what estimate() refuses;
/// OutOfMemory with a --memory that suffices; Error(command_line) for a decomposition that does not
/// fit the number of ranks.
Layout lay_out(const Request& request, const Plan& plan, const Extents& extents, bool missing,
               int ranks, const TileBackend& backend);

/// The same before the input is read. Several ranks have memory for masks wherever samples may be
/// missing, and so have blocks on demand; one rank sees whether it needs that.
Layout lay_out_first(const Request& request, const Plan& plan, const Extents& extents, int ranks,
                     const TileBackend& backend);

/// The layout of a run of blocks on demand, when the first pass has seen that no sample is missing.
void leave_out_masks(const Request& request, const Plan& plan, const Extents& extents,
                     const TileBackend& backend, Layout& layout);

/// Throws Error(gpu) where --gpu-aware-mpi is given and the backend has no memory of its own.
void check_gpu_aware(const Request& request, TileBackend& backend);

/// The share of the whole run's tuples that this run, which may be a part of it, has.
double share_of_run(const Request& request, const Domain& domain, const Extents& extents,
                    const Estimate& estimate);

/// What to say of a part of a run that has nothing to do.
std::string no_tile_text(const Estimate& estimate);

/// True if tuples of a request's metric and elements may be left out because they cannot pass a
/// threshold.
bool may_prune(const Request& request);

/// Gives some vectors of the problem, see spread_sample().
using TakeSample = std::function<PackedVectors(const Spread&)>;

/// About the share of a run's comparisons that pruning leaves, from a sample: of triples by their
/// useful pairs, of pairs what a run of the sample's makes. Nothing where all are made, where the
/// tuples lie in windows or sets, and where that is known only as the run goes on (--top).
/// `extents`: of the whole problem.
std::optional<double> expect_share_left(const Request& request, const Plan& plan,
                                        const Extents& extents, const TakeSample& take,
                                        TileBackend& backend);

/// Comparisons per second in a trial on the first vectors, with the screen where there is a
/// threshold; 0 where that tells nothing.
double measured_rate(const Request& request, const Plan& plan, const PackedVectors& vectors,
                     TileBackend& backend);

}  // namespace encke::job
