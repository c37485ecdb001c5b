#pragma once

#include <encke/distributed/demand/blocks.hpp>
#include <encke/distributed/grid.hpp>
#include <encke/distributed/rank_vectors.hpp>
#include <encke/io/source.hpp>
#include <memory>
#include <vector>

namespace encke {

/// Owns the vectors that a rank has of a problem.
struct OwnedVectors {
  Partition partition;
  Index fields = 0;
  Range own;
  std::vector<PackedVectors> parts;
  std::unique_ptr<BlocksOnDemand> demanded = {};  ///< see RankVectors

  RankVectors view() const;
};

/// Reads what this rank has: its blocks' vectors, its place's fields. Collective over the grid.
/// `held`, if not 0: of its vectors it keeps only their sums, and reads blocks of any vectors when
/// they are needed, so many at a time, on all ranks as many as fit on any; `source` must then
/// outlive what is returned, and nobody else may use it while a run reads from it.
/// Throws, on all ranks, what Source::read() throws on any.
OwnedVectors read_share(io::Source& source, const Partition& partition, const Grid& grid,
                        Index held = 0);

}  // namespace encke
