#pragma once

#include <algorithm>
#include <encke/base/array.hpp>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/schedule/multiset.hpp>
#include <encke/schedule/orbit.hpp>
#include <encke/schedule/slice.hpp>
#include <string>

namespace encke {

/// What position `position` of a ring of `ring` ranks does, where position p owns the consecutive
/// blocks owned(p) of `blocks`.
///
/// OrbitSchedule, applied to positions: in a step this position computes the tiles whose blocks
/// are owned by the positions at offsets(step) from it, as many blocks of each as the offset
/// occurs. Every tile has one multiset of owners, so all positions together compute it once.
///
/// In the last step of a ring that Way divides, Way positions meet the same owners (this position
/// is member position / (ring / Way) of them), and share the kept tiles round robin. They must
/// therefore be asked with the same `keep`.
///
/// Nothing is stored; everything follows from the step's number in O(log ring).
template <int Way>
class RingWork {
 public:
  /// 0 <= blocks <= 2,000,000, 1 <= ring <= 2,000,000, 0 <= position < ring (Error(inconsistent)
  /// otherwise). A ring may have more positions than blocks; some then own none.
  RingWork(Index blocks, Index ring, Index position)
      : blocks_(blocks), position_(position), schedule_(ring) {
    if (blocks < 0 || blocks > multiset_limit || position < 0 || position >= ring) {
      throw Error(Failure::inconsistent,
                  "position " + std::to_string(position) + " of a ring of " + std::to_string(ring) +
                      " with " + std::to_string(blocks) +
                      " blocks: expected a position below the ring's and 0 to " +
                      std::to_string(multiset_limit) + " blocks");
    }
  }

  /// Steps of the ring, the same on all its positions; all take part in all of them.
  Index steps() const { return schedule_.steps(); }

  /// Where the positions whose blocks are needed in `step` lie from this one, ascending; the first
  /// is 0. The same on all positions. 0 <= step < steps(), here and below.
  Array<Index, Way> offsets(Index step) const { return schedule_.offsets(step); }

  /// Other positions whose blocks any two steps need together, at most.
  static Index most_others(Index ring) {
    return Way == 2 ? std::min<Index>(2, ring / 2) : std::min<Index>(4, ring - 1);
  }

  /// The positions whose blocks are needed, ascending.
  Array<Index, Way> positions(Index step) const {
    Array<Index, Way> positions = offsets(step);
    for (Index& p : positions) p = (position_ + p) % schedule_.ring();
    std::sort(positions.begin(), positions.end());
    return positions;
  }

  /// Blocks of any position of the ring; may be empty.
  Range owned(Index position) const { return Slice{position, schedule_.ring()}.of({0, blocks_}); }

  /// Calls visit(ascending blocks) for the tiles of `step` for which keep(ascending blocks) is
  /// true, in lexicographic order: the last block changes fastest, so that the others are used
  /// again while they are in the caches.
  template <class Keep, class Visit>
  void for_each_tile(Index step, Keep&& keep, Visit&& visit) const {
    enumerate(step, keep, [&visit](const Array<Index, Way>& blocks) {
      visit(blocks);
      return true;
    });
  }

  /// True if for_each_tile() would visit anything; stops at the first.
  template <class Keep>
  bool any(Index step, Keep&& keep) const {
    return !enumerate(step, keep, [](const Array<Index, Way>&) { return false; });
  }

  /// Tiles of this position in `step`, if every one is kept. O(log ring).
  Index tiles(Index step) const {
    const Array<Index, Way> owner = positions(step);
    Index product = 1;
    for (int v = 0; v < Way;) {
      const Index n = owned(owner[v]).size();
      int equal = 1;
      while (v + equal < Way && owner[v + equal] == owner[v]) ++equal;
      product *= equal == 1 ? n : tuple_count(equal, n + equal - 1);
      v += equal;
    }
    const Turn turn = turn_in(step);
    return product / turn.members + (turn.member < product % turn.members ? 1 : 0);
  }

 private:
  /// Which of the kept tiles of a step are this position's: number member, member + members, …
  struct Turn {
    Index member;
    Index members;
  };
  Turn turn_in(Index step) const {
    const bool shared = schedule_.has_short_step() && step == steps() - 1;
    return shared ? Turn{position_ / (schedule_.ring() / Way), Way} : Turn{0, 1};
  }

  /// visit(blocks) for this position's kept tiles while it returns true; whether it always did.
  template <class Keep, class Visit>
  bool enumerate(Index step, Keep& keep, Visit visit) const {
    const Array<Index, Way> owner = positions(step);
    const Turn turn = turn_in(step);
    Index until = turn.member;  // kept tiles of other members that come before the next of ours
    const auto offer = [&](const Array<Index, Way>& blocks) {
      if (!keep(blocks)) return true;
      if (until-- > 0) return true;
      until = turn.members - 1;
      return visit(blocks);
    };
    Array<Index, Way> blocks{};
    return nest<0>(owner, blocks, offer);
  }

  /// offer(blocks) for all ascending blocks with blocks[v] owned by owner[v], from item v on.
  template <int v, class Offer>
  bool nest(const Array<Index, Way>& owner, Array<Index, Way>& blocks, const Offer& offer) const {
    if constexpr (v == Way) {
      return offer(blocks);
    } else {
      Range range = owned(owner[v]);
      if constexpr (v > 0) range.begin = std::max(range.begin, blocks[v - 1]);  // equal owners
      for (Index b = range.begin; b < range.end; ++b) {
        blocks[v] = b;
        if (!nest<v + 1>(owner, blocks, offer)) return false;
      }
      return true;
    }
  }

  Index blocks_;
  Index position_;
  OrbitSchedule<Way> schedule_;
};

}  // namespace encke
