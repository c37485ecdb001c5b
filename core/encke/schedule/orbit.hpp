#pragma once

#include <algorithm>
#include <encke/base/array.hpp>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/schedule/multiset.hpp>
#include <encke/schedule/shape.hpp>
#include <string>

namespace encke {

/// What one rank does in one step: one tuple of blocks.
template <int Way>
struct OrbitStep {
  Index number;              ///< the same for all ranks of the ring
  Array<Index, Way> offset;  ///< of the blocks from the rank, ascending; the first is 0
  Array<Index, Way> blocks;  ///< ascending
  Shape shape;

  friend bool operator==(const OrbitStep&, const OrbitStep&) = default;
};

/// Who computes which tuple of blocks, on a ring of `ring` ranks where rank r holds block r.
///
/// Rotating the ring maps block tuples onto block tuples; the unordered tuples (with repetition)
/// fall into orbits. A step is an orbit, and every rank computes its own member of it, so all
/// ranks use the same offsets at the same step and data move by uniform shifts of the ring. An
/// orbit is named by the gaps between its blocks round the ring, rotated to the lexicographically
/// smallest form:
///   pairs    (d, ring - d),             d <= ring - d
///   triples  (g, h, ring - g - h),      g < h or g == h, g < ring - g - h; or all three equal
/// The orbit whose gaps are all equal (where Way divides the ring) is shorter than the ring: it is
/// the last step, and only the first ring / Way ranks take part. So every unordered tuple is
/// computed once, and the ranks differ by at most one step, whose shape is rectangle or box.
///
/// Nothing is stored: a step follows from its number by arithmetic (for triples a binary search
/// over g), in O(log ring) time and O(1) memory, wherever in the list it lies.
template <int Way>
class OrbitSchedule {
  static_assert(Way == 2 || Way == 3);

 public:
  /// 0 <= ring <= 2,000,000 (Error(inconsistent) otherwise); a ring of 0 has no steps.
  explicit OrbitSchedule(Index ring) : ring_(ring) {
    if (ring < 0 || ring > multiset_limit) {
      throw Error(Failure::inconsistent, "a ring of " + std::to_string(ring) +
                                             " blocks: expected 0 to " +
                                             std::to_string(multiset_limit));
    }
  }

  Index ring() const { return ring_; }
  /// Steps of the ring; a rank may have no part in the last.
  Index steps() const { return whole_steps() + (has_short_step() ? 1 : 0); }
  /// Steps that `rank` takes part in: the numbers from 0 to count(rank) - 1.
  Index count(Index rank) const {
    return whole_steps() + (has_short_step() && rank < ring_ / Way ? 1 : 0);
  }
  /// Tuples of blocks that all ranks compute together: C(ring + Way - 1, Way).
  Index total() const { return multiset_count<Way>(ring_); }

  /// Offsets of the blocks of step `number`, 0 <= number < steps().
  Array<Index, Way> offsets(Index number) const {
    if constexpr (Way == 2) {
      return {0, number};
    } else {
      const Index gap = first_gap(number);
      return {0, gap, 2 * gap + (number - steps_before(gap))};
    }
  }

  /// Number of the step with these offsets: the inverse of offsets(), in O(1).
  Index number(const Array<Index, Way>& offset) const {
    if constexpr (Way == 2) {
      return offset[1];
    } else {
      return steps_before(offset[1]) + offset[2] - 2 * offset[1];
    }
  }

  /// Step `number` of `rank`, 0 <= rank < ring(), 0 <= number < count(rank).
  OrbitStep<Way> at(Index rank, Index number) const {
    OrbitStep<Way> step{number, offsets(number), {}, {}};
    for (int v = 0; v < Way; ++v) step.blocks[v] = (rank + step.offset[v]) % ring_;
    std::sort(step.blocks.begin(), step.blocks.end());
    step.shape = shape_of(step.blocks);
    return step;
  }

  /// Calls visit(OrbitStep) for the steps of `rank` whose numbers lie in `numbers`, in order.
  template <class Visit>
  void for_each(Index rank, Range numbers, Visit&& visit) const {
    const Index end = std::min(numbers.end, count(rank));
    for (Index number = numbers.begin; number < end; ++number) visit(at(rank, number));
  }
  /// … for all steps of `rank`.
  template <class Visit>
  void for_each(Index rank, Visit&& visit) const {
    for_each(rank, Range{0, steps()}, visit);
  }
  /// … for all steps of all ranks: every tuple of blocks once.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (Index rank = 0; rank < ring_; ++rank) for_each(rank, visit);
  }

  /// True if the last step is one that only the first ring / Way ranks take part in.
  bool has_short_step() const { return ring_ > 0 && ring_ % Way == 0; }

 private:
  /// Steps in which every rank takes part.
  Index whole_steps() const {
    if constexpr (Way == 2) {
      return divide_up(ring_, 2);  // d < ring / 2
    } else {
      return steps_before(divide_up(ring_, 3));  // g < ring / 3
    }
  }

  /// Triples: whole steps whose first gap is below `gap` <= ceil(ring / 3). The first gap g leaves
  /// g <= h <= ring - 2g - 1, which is ring - 3g choices of h.
  Index steps_before(Index gap) const { return gap * ring_ - 3 * (gap * (gap - 1) / 2); }

  /// Triples: the largest gap <= ring / 3 with steps_before(gap) <= number.
  Index first_gap(Index number) const {
    Index low = 0;
    Index high = ring_ / 3;
    while (low < high) {
      const Index middle = (low + high + 1) / 2;
      if (steps_before(middle) <= number) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  Index ring_;
};

}  // namespace encke
