#pragma once

#include <encke/pack/packed_vectors.hpp>
#include <encke/schedule/partition.hpp>
#include <vector>

namespace encke {

class BlocksOnDemand;

/// The vectors of a problem as one rank has them: those of its blocks, and of these its fields.
/// A view: the vectors themselves must outlive it.
struct RankVectors {
  Partition partition;  ///< of the whole problem
  Index fields = 0;     ///< of the whole problem
  Range own;            ///< vectors that this rank has
  /// These vectors, by consecutive ranges of fields: one part; of reals and weighted bits in a
  /// field group of several ranks one for each Minima::segment; none where the rank has no fields.
  /// All ranks' parts keep masks, or none does.
  std::vector<const PackedVectors*> parts;
  /// Where blocks are read when they are needed: what reads them. The parts then have no elements.
  BlocksOnDemand* demanded = nullptr;

  /// All of a problem in one process.
  static RankVectors whole(const PackedVectors& vectors, const Partition& partition) {
    return {partition, vectors.fields(), {0, vectors.vectors()}, {&vectors}};
  }
};

}  // namespace encke
