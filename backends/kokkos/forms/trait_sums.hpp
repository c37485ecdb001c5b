#pragma once

#include "genotype_tables.hpp"

// The steps that count samples for TraitSums. Planes: [two copies], [no copy], [present].

namespace encke::forms {

/// Two copies or none in both vectors: 4 popcounts for 64 samples.
struct TraitPair : PlaneProducts<2, 2> {
  static constexpr const char* name = "pairs of genotypes with a trait";
  static constexpr Streams left{3}, right{3};
};

/// The same and the samples present: 9 popcounts.
struct TraitPairMissing : PlaneProducts<3, 3> {
  static constexpr const char* name = "pairs of genotypes with a trait, missing";
  static constexpr Streams left{3}, right{3};
};

}  // namespace encke::forms
