#pragma once

#include <encke/base/index.hpp>
#include <encke/ld/bit_row.hpp>

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

/// The variants of one chromosome, in order, and which of them are linked.
class PruneVariants {
 public:
  PruneVariants() = default;
  PruneVariants(const PruneVariants&) = delete;
  PruneVariants& operator=(const PruneVariants&) = delete;
  virtual ~PruneVariants() = default;

  virtual Index count() const = 0;
  /// Base pairs; asked for of windows by base pairs alone.
  virtual Index position(Index variant) const = 0;
  /// Called before a window is walked; the next one neither begins nor ends before it. Takes out of
  /// `kept` what is never linked with anything.
  virtual void enter(Range window, BitRow& kept) = 0;
  /// In the window: the first variant of `kept` from `first` on and before `end` that is linked
  /// with `variant`; `end` where there is none.
  virtual Index next_linked(Index variant, Index first, Index end, const BitRow& kept) = 0;
  /// Two of the window: true if the first goes if they are linked, because its major allele is
  /// more frequent, by more than 2^-44 of it.
  virtual bool goes_first(Index variant, Index other) const = 0;
};

/// Takes variants out of `kept`, which has them all, until no two that stay were linked within a
/// window, as PLINK's --indep-pairwise does; only pairs that this asks for are compared. Windows
/// count all variants of the chromosome, kept or not.
///
/// PruneOrder::first: windows follow one another; in each, every variant that is left is compared
/// with those after it that it has not met, until it meets one that it is linked with. Of the two,
/// the one with the more frequent major allele goes (by more than 2^-44 of it), or else the later
/// one. This is repeated until nothing goes. Chang et al., GigaScience 4 (2015).
void prune_walk(PruneVariants& variants, const PruneWindows& windows, PruneOrder order,
                BitRow& kept);

}  // namespace encke::ld
