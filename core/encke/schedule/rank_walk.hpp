#pragma once

#include <algorithm>
#include <encke/base/index.hpp>
#include <utility>

namespace encke {

/// An order of the ranks of a ring in which those that follow each other lie far apart: each turn
/// is the same stride further on, so that any run of turns is spread evenly over the ring: of a
/// ring of up to 2000 that is cut into 2, 3, 4 or 8, no part has over 8 turns more than another.
/// How evenly depends on the largest quotient in Euclid's algorithm for ring and stride
/// (discrepancy of Kronecker sequences: Kuipers and Niederreiter, Uniform Distribution of
/// Sequences, ch. 2.3); so the stride is the one with the smallest among those next to the golden
/// section of the ring.
class RankWalk {
 public:
  /// 0 <= ring <= 2,000,000,000.
  explicit RankWalk(Index ring) : ring_(ring) {
    const Index golden = std::max<Index>(ring * 618 / 1000, 1);
    Index least = ring + 1;
    for (Index stride = golden; stride < std::min(golden + candidates, ring); ++stride) {
      const Euclid euclid(ring, stride);
      if (euclid.divisor != 1 || euclid.largest_quotient >= least) continue;
      least = euclid.largest_quotient;
      stride_ = stride;
      inverse_ = euclid.inverse;
    }
  }

  /// Whose turn it is, 0 <= turn < ring.
  Index rank(Index turn) const { return turn * stride_ % ring_; }
  /// The turn of a rank, 0 <= rank < ring.
  Index turn(Index rank) const { return rank * inverse_ % ring_; }

 private:
  /// Strides looked at. One of any 40 numbers in a row has no divisor in common with the ring:
  /// Jacobsthal's function of numbers with at most 9 prime divisors, as all up to 2e9 have.
  static constexpr Index candidates = 64;

  /// Euclid's algorithm for ring and stride, 0 < stride < ring.
  struct Euclid {
    Index divisor;  ///< their greatest common divisor
    Index largest_quotient = 0;
    Index inverse = 1;  ///< if the divisor is 1: inverse * stride = 1 modulo ring

    Euclid(Index ring, Index stride) : divisor(ring) {
      Index rest = stride;
      Index before = 0;  // before * stride = divisor, inverse * stride = rest, modulo the ring
      while (divisor % rest != 0) {
        const Index quotient = divisor / rest;
        largest_quotient = std::max(largest_quotient, quotient);
        divisor = std::exchange(rest, divisor % rest);
        before = std::exchange(inverse, before - quotient * inverse);
      }
      largest_quotient = std::max(largest_quotient, divisor / rest);
      divisor = rest;
      if (inverse < 0) inverse += ring;
    }
  };

  Index ring_;
  Index stride_ = 1;
  Index inverse_ = 1;
};

}  // namespace encke
