#pragma once

#include <encke/combine/find_useful_pairs.hpp>

// Which pairs may be in a triple of sets that passes an OverlapBound. What a third set has of the
// union of the first two, u, is all that it adds to the overlap m of the pair: the overlap of the
// triple is m + u, with u at most the size of the third set and that of the union, S - m, where S
// is the size of both. So its share of the sizes is at most
//   (m + u) / (S + u) <= S / (2 S - m),
// which the union itself reaches. See docs/design/less-work.md.

namespace encke {

/// Sets whose triples are to pass a bound.
struct OverlapProblem {
  const OverlapBound& bound;
  Index vectors = 0;
  Index fields = 0;
};

/// The least share of the sizes of a pair's sets that their overlap is where a third set can make
/// it a triple that passes `floor`: 2 - 1 / floor. Not above 0 where every pair may: up to 1/2,
/// which is a value of Sorenson's index of 3/4.
double least_overlap_of_pair(double floor);

/// The pairs that may be in a triple which passes; nothing where too many may for lists to pay.
/// Collective and `workers` as find_useful_pairs(); visits are of tallies of bits.
std::optional<UsefulPairs> find_overlapping_pairs(const OverlapProblem& problem, int workers,
                                                  const Communicator& world,
                                                  const VisitPairs& visit,
                                                  const PairSearch& search = {});

}  // namespace encke
