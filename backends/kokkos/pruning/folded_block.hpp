#pragma once

#include <encke/backend/pruning/folded_sets.hpp>

#include "block_facts.hpp"

namespace encke::kokkos {

/// A block of sets folded to fewer words, and what the test of pairs after all of these words
/// needs: that of a part of the samples, with the excess instead of what is left.
struct FoldedBlock {
  /// `bound`: of these sets, by place. `block` has no offset from places.
  FoldedBlock(const Operand& block, const OverlapBound& bound, Index words)
      : sets(block, words), facts(block.range.size(), [&](Index place, float (&out)[5]) {
          out[0] = static_cast<float>(sets.excess(place));
          out[1] = static_cast<float>(bound.size[block.indices().begin + place]);
          out[2] = out[3] = out[4] = 0;
        }) {}

  pruning::FoldedSets sets;
  PartFacts<OverlapBound> facts;
};

}  // namespace encke::kokkos
