#pragma once

#include <encke/ld/bit_band.hpp>
#include <span>
#include <vector>

namespace encke::ld {

/// In which order pairs are looked at; it decides who stays.
enum class PruneOrder {
  first,  ///< PLINK 1.9's, PLINK 2's until 2023, and its --indep-order 1
  last    ///< its --indep-order 2: who enters a window against those before it, the nearest first
};

/// How far windows reach and how they move on.
struct PruneWindows {
  Index count = 0;       ///< variants of a window; 0: `base_pairs` says
  Index base_pairs = 0;  ///< from the first variant of a window to the last, at most
  Index step = 1;        ///< variants, at most `count`; 1 where base pairs say
};

/// Variants of one chromosome, in order.
struct PruneVariants {
  std::span<const double> major_frequency;  ///< of the more frequent allele
  std::span<const Index> position;          ///< base pairs; of windows by count none is needed
};

/// Takes variants out of `kept` until no two that stay were linked within a window, as PLINK's
/// --indep-pairwise does. `linked`: a bit for each pair of variants that are linked; it has room
/// for all pairs that a window has. Windows count all variants of the chromosome, kept or not.
///
/// PruneOrder::first: windows follow one another; in each, every variant that is left is compared
/// with those after it that it has not met, until it meets one that it is linked with. Of the two,
/// the one with the more frequent major allele goes (by more than 2^-44 of it), or else the later
/// one. This is repeated until nothing goes. Chang et al., GigaScience 4 (2015).
void prune_walk(const BitBand& linked, const PruneVariants& variants, const PruneWindows& windows,
                PruneOrder order, BitRow& kept);

}  // namespace encke::ld
