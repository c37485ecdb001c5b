#pragma once

#include <encke/distributed/grid.hpp>
#include <encke/distributed/rank_vectors.hpp>
#include <encke/io/source.hpp>
#include <vector>

namespace encke {

/// Owns the vectors that a rank has of a problem.
struct OwnedVectors {
  Partition partition;
  Index fields = 0;
  Range own;
  std::vector<PackedVectors> parts;

  RankVectors view() const;
};

/// Reads what this rank has: its blocks' vectors, its place's fields. Collective over the grid.
/// Throws, on all ranks, what Source::read() throws on any.
OwnedVectors read_share(io::Source& source, const Partition& partition, const Grid& grid);

}  // namespace encke
