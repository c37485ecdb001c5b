#pragma once

#include <encke/base/array.hpp>
#include <encke/base/index.hpp>
#include <encke/schedule/domain/tiles.hpp>
#include <span>
#include <vector>

namespace encke {

/// Tiles that one position computes in a row, whose blocks are of the same positions.
template <int Way>
struct RingVisit {
  Array<Index, Way> positions{};  ///< that own the blocks, ascending
  Range tiles;                    ///< items of RingTiles::tiles()
};

/// Who computes which of some tiles on a ring whose positions own consecutive blocks (as in
/// RingWork), where the tiles are not all tiles. They are put in the order of the positions that
/// own their blocks, and this list is cut into one piece for each position, even by tuples. So a
/// position meets few others one after another; it need not own what it computes.
template <int Way>
class RingTiles {
 public:
  /// 0 <= blocks, 1 <= ring <= 2,000,000 (Error(inconsistent) otherwise).
  RingTiles(std::vector<DomainTile<Way>> tiles, Index blocks, Index ring);

  const std::vector<DomainTile<Way>>& tiles() const { return tiles_; }
  /// What a position computes, 0 <= position < ring.
  std::span<const RingVisit<Way>> visits(Index position) const;
  /// Tuples of what a position computes.
  Index tuples(Index position) const;

  /// Other positions whose blocks any two visits that follow each other need together, at most.
  static Index most_others(Index ring) { return std::min<Index>(2 * Way, ring - 1); }

 private:
  Array<Index, Way> owners(const Array<Index, Way>& blocks) const;

  Index blocks_;
  Index ring_;
  std::vector<DomainTile<Way>> tiles_;
  std::vector<RingVisit<Way>> visits_;
  std::vector<Index> first_visit_;  ///< of each position, and the end
};

}  // namespace encke
