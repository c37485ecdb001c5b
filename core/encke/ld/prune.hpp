#pragma once

#include <array>
#include <encke/file/output/output_set.hpp>
#include <encke/io/source.hpp>
#include <encke/ld/prune_walk.hpp>
#include <encke/plan/plan.hpp>
#include <string>
#include <vector>

namespace encke::ld {

/// What pruning is asked for.
struct PruneRequest {
  PruneWindows windows = {};
  double r2 = 0.2;  ///< 0 to below 1: a pair above it is linked
  PruneOrder order = PruneOrder::first;
};

/// What pruning found.
struct Pruned {
  std::vector<Index> kept;                ///< vectors of the source, ascending
  std::vector<Index> removed;             ///< the others, but for those of chromosome 0
  Index pairs = 0;                        ///< compared
  std::vector<std::string> remarks = {};  ///< sentences for the log, with counts
};

/// Leaves variants in approximate linkage equilibrium, as PLINK's --indep-pairwise: chromosome by
/// chromosome, without chromosome 0. Variants that do not vary among the samples go first. On X
/// males count half (see io::count_males_half()), as in PLINK 2. The source's vectors are variants
/// of founders, packed for moments, with sites(). Pairs are compared when prune_walk() asks for
/// them, by one thread: most variants are gone before most pairs are. Of `plan` memory and progress
/// count.
///
/// Throws Error(inconsistent) where the source does not say where variants lie, has two of one
/// name, or none that is placed; MalformedInput for a chromosome in several stretches, and by base
/// pairs for positions that fall; and what LinkedVariants throws.
Pruned prune(io::Source& source, const PruneRequest& request, const Plan& plan);

/// Names of the files that write_lists() writes: PREFIX.prune.in and PREFIX.prune.out.
std::array<std::string, 2> list_paths(const std::string& prefix);

/// Writes the ids of the variants that stay and of those that go, one a line, as files of `set`.
/// Throws Error(open), Error(write).
void write_lists(const std::string& prefix, const io::Source& source, const Pruned& pruned,
                 sink::OutputSet& set);

}  // namespace encke::ld
