#pragma once

#include <encke/distributed/demand/blocks.hpp>
#include <encke/distributed/demand/packed_blocks.hpp>
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
  std::unique_ptr<PackedBlocks> packed = {};      ///< null: blocks are read from the input
  std::unique_ptr<BlocksOnDemand> demanded = {};  ///< see RankVectors

  RankVectors view() const;
};

/// Reads what this rank has: its blocks' vectors, its place's fields. Collective over the grid.
/// `held`, if not 0: of its vectors it keeps only their sums, and reads blocks of any vectors when
/// they are needed, so many at a time, on all ranks as many as fit on any; `source` must then
/// outlive what is returned, and nobody else may use it while a run reads from it. `place`, if not
/// empty: each block is read from `source` once, written to a file, and read from that.
/// Throws, on all ranks, what Source::read() throws on any, and Error(open, write) of these files.
OwnedVectors read_share(io::Source& source, const Partition& partition, const Grid& grid,
                        Index held = 0, const PackedPlace& place = {});

/// When the first pass has seen that blocks are smaller than they might be: so many are held at a
/// time from now on, or as many as the rank with the fewest says. Collective over the grid.
void hold(OwnedVectors& owned, const Grid& grid, Index held);

}  // namespace encke
