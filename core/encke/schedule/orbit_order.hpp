#pragma once

#include <algorithm>
#include <encke/base/array.hpp>
#include <encke/base/index.hpp>
#include <encke/schedule/multiset.hpp>
#include <encke/schedule/orbit.hpp>
#include <encke/schedule/rank_walk.hpp>
#include <encke/schedule/slice.hpp>

namespace encke {

/// All tiles of `blocks` blocks, numbered 0 … count() - 1: step by step of
/// OrbitSchedule<Way>(blocks), and in a step rank by rank in the order of RankWalk. So any range
/// of places is spread evenly over the blocks, even if it is shorter than a step. The order
/// depends on the number of blocks alone. First come the tiles of one block, then (3-way) those of
/// two, then those of Way blocks.
template <int Way>
class OrbitOrder {
 public:
  /// 0 <= blocks <= 2,000,000 (Error(inconsistent) otherwise).
  explicit OrbitOrder(Index blocks) : schedule_(blocks), whole_(blocks), short_(blocks / Way) {}

  Index number_of_blocks() const { return schedule_.ring(); }
  Index count() const { return schedule_.total(); }

  /// Place of a tile, by its ascending blocks in 0 … blocks - 1. O(1).
  Index place(const Array<Index, Way>& ascending) const {
    // The tile's rank in its step is the block from which the gaps round the ring are smallest;
    // where they are the same from all Way blocks, only the lowest is a rank of the short step.
    Array<Index, Way> gap{};
    for (int v = 0; v + 1 < Way; ++v) gap[v] = ascending[v + 1] - ascending[v];
    gap[Way - 1] = ring() - (ascending.back() - ascending.front());
    Array<Index, Way> least = gap;
    Index rank = ascending.front();
    for (int v = 1; v < Way; ++v) {
      std::rotate(gap.begin(), gap.begin() + 1, gap.end());
      if (gap < least) {
        least = gap;
        rank = ascending[v];
      }
    }
    Array<Index, Way> offset{};
    for (int v = 1; v < Way; ++v) offset[v] = offset[v - 1] + least[v - 1];
    const Index step = schedule_.number(offset);
    return step * ring() + walk_of(step).turn(rank);
  }

  /// Ascending blocks of the tile at `place`, 0 <= place < count(): the inverse. O(log blocks).
  Array<Index, Way> blocks(Index place) const {
    const Index step = place / ring();
    return schedule_.at(walk_of(step).rank(place % ring()), step).blocks;
  }

  /// Work of the tiles before `place`, 0 <= place <= count(), in the smallest tile's: a triangle
  /// counts 1 and a rectangle 2; a tetrahedron 1, a prism 3, a box 6. All tiles: blocks^Way, which
  /// is below 2^63. O(1).
  Index work_before(Index place) const {
    const Index ones = std::min(place, ring());
    if constexpr (Way == 2) {
      return ones + 2 * (place - ones);
    } else {
      const Index twos = std::min(place, ring() * ring()) - ones;
      return ones + 3 * twos + 6 * (place - ones - twos);
    }
  }

  /// Share slice.k of slice.n of `range`, a part of {0, count()}, by work. The shares are
  /// contiguous, disjoint and cover `range`; the work of each is less than one tile (of the largest
  /// shape) off the n-th part. Shares of shares are made by applying share() again.
  /// Error(command_line) unless 0 <= k < n.
  Range share(Range range, const Slice& slice) const {
    const Range work = slice.of({work_before(range.begin), work_before(range.end)});
    return {first_from(work.begin), first_from(work.end)};
  }

 private:
  Index ring() const { return schedule_.ring(); }

  /// The first place with at least `work` before it.
  Index first_from(Index work) const {
    const Index ones = std::min(work, ring());
    if constexpr (Way == 2) {
      return ones + divide_up(work - ones, 2);
    } else {
      const Index twos = std::min(divide_up(work - ones, 3), ring() * ring() - ones);
      const Index rest = std::max<Index>(work - ones - 3 * twos, 0);
      return ones + twos + divide_up(rest, 6);
    }
  }

  /// The order of the ranks in a step.
  const RankWalk& walk_of(Index step) const {
    return schedule_.has_short_step() && step == schedule_.steps() - 1 ? short_ : whole_;
  }

  OrbitSchedule<Way> schedule_;
  RankWalk whole_;  // of a step in which all ranks take part
  RankWalk short_;  // of the last step, if only the first ring / Way do
};

}  // namespace encke
