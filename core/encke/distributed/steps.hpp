#pragma once

#include <algorithm>
#include <encke/distributed/block_exchange.hpp>
#include <encke/distributed/grid.hpp>
#include <encke/plan/plan.hpp>
#include <encke/schedule/domain/tiles.hpp>
#include <encke/schedule/orbit_order.hpp>
#include <encke/schedule/ring_work.hpp>
#include <encke/schedule/tile.hpp>
#include <encke/schedule/tile_selection.hpp>
#include <optional>
#include <utility>
#include <vector>

namespace encke {

/// Places in orbit order of the tiles that a plan's shares are of.
template <int Way>
Range shared_places(const DomainTiles<Way>& tiles, const std::vector<Shares>& shares) {
  Range places = tiles.places();
  for (const Shares& s : shares) {
    places = {tiles.share(places, {s.first, s.of}).begin, tiles.share(places, {s.last, s.of}).end};
  }
  return places;
}

/// The places that the ring of a replica computes: its share of those of the plan, whether they are
/// done or not. Of tiles without tuples among them nothing is computed.
template <int Way>
TileSelection select_tiles(const DomainTiles<Way>& tiles, const Plan& plan, const Slice& replica) {
  const Range mine = tiles.share(shared_places(tiles, plan.shares), replica);
  return TileSelection(tiles.order(), mine, plan.done ? *plan.done : std::vector<Index>());
}

/// The listed tiles that the ring of a replica computes.
template <int Way>
std::vector<DomainTile<Way>> listed_tiles(const DomainTiles<Way>& tiles,
                                          const TileSelection& selected) {
  std::vector<DomainTile<Way>> some;
  for (const DomainTile<Way>& tile : tiles.list()) {
    if (selected.keeps(tile.blocks)) some.push_back(tile);
  }
  return some;
}

/// Vectors of each position of the ring.
inline std::vector<Range> owned_vectors(const Partition& partition, const Grid& grid) {
  std::vector<Range> owned;
  for (int p = 0; p < grid.decomposition().vector; ++p) {
    owned.push_back(grid.owned_vectors(partition, p));
  }
  return owned;
}

/// The steps in which some position of the ring has a tile to compute, in order. Steps are asked
/// about in batches of bounded size, so that there may be millions.
template <int Way, class Keep>
class NeededSteps {
 public:
  NeededSteps(const RingWork<Way>& work, const Keep& keep, const Communicator& ring)
      : work_(work), keep_(keep), ring_(ring) {}

  /// Collective over the ring: the next such step, or nothing.
  std::optional<Index> next() {
    for (;; ++at_) {
      if (at_ == end_ && !ask()) return std::nullopt;
      const auto bit = static_cast<std::size_t>(at_ - begin_);
      if ((bits_[bit / 64] >> (bit % 64) & 1) != 0) return at_++;
    }
  }

 private:
  static constexpr Index batch = 4096;

  bool ask() {
    if (end_ == work_.steps()) return false;
    begin_ = end_;
    end_ = std::min(begin_ + batch, work_.steps());
    bits_.assign(batch / 64, 0);
    for (Index step = begin_; step < end_; ++step) {
      const auto bit = static_cast<std::size_t>(step - begin_);
      if (work_.any(step, keep_)) bits_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
    ring_.any(bits_);
    return true;
  }

  const RingWork<Way>& work_;
  const Keep& keep_;
  const Communicator& ring_;
  Index begin_ = 0;
  Index end_ = 0;
  Index at_ = 0;
  std::vector<std::uint64_t> bits_;
};

/// Tuples of the tiles that this position computes, where these are not listed; of millions of
/// tiles, about.
template <int Way>
Index tuples_of_rank(const RingWork<Way>& work, const TileSelection& selected,
                     const DomainTiles<Way>& tiles, int ring) {
  const Partition& partition = tiles.partition();
  const Index all = tiles.domain().tuples(Way, partition.vectors());
  if (ring == 1 && selected.everything()) return all;
  if (tiles.order().count() / ring > 1'000'000) return all / ring;
  const auto keep = [&](const Array<Index, Way>& blocks) { return selected.keeps(blocks); };
  Index tuples = 0;
  for (Index step = 0; step < work.steps(); ++step) {
    work.for_each_tile(step, keep, [&](const Array<Index, Way>& blocks) {
      tuples += tiles.domain().tuples(make_tile<Way>(partition, blocks).ranges);
    });
  }
  return tuples;
}

/// Calls visit(step) for each needed step, when the vectors that it needs are in `exchange`; those
/// of the next step come meanwhile.
template <int Way, class Keep, class Visit>
void for_each_step(const RingWork<Way>& work, const Keep& keep, const Communicator& ring,
                   BlockExchange& exchange, Visit&& visit) {
  const auto begin = [&](Index step) {
    const auto offsets = work.offsets(step);
    exchange.begin(std::vector<Index>(offsets.begin(), offsets.end()));
  };
  NeededSteps<Way, Keep> steps(work, keep, ring);
  std::optional<Index> step = steps.next();
  if (step) begin(*step);
  while (step) {
    exchange.finish();
    const std::optional<Index> following = steps.next();
    if (following) begin(*following);
    visit(*step);
    step = following;
  }
}

}  // namespace encke
