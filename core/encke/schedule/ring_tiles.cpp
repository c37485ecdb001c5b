#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/schedule/ring_tiles.hpp>
#include <encke/schedule/slice.hpp>
#include <string>
#include <utility>

namespace encke {
namespace {

/// The position that owns a block, where position p owns Slice{p, ring}.of({0, blocks}).
Index owner(Index block, Index blocks, Index ring) {
  const Index each = blocks / ring;
  const Index longer = blocks % ring;  // the first positions have one more
  if (block < longer * (each + 1)) return block / (each + 1);
  return longer + (block - longer * (each + 1)) / each;
}

}  // namespace

template <int Way>
RingTiles<Way>::RingTiles(std::vector<DomainTile<Way>> tiles, Index blocks, Index ring)
    : blocks_(blocks), ring_(ring), tiles_(std::move(tiles)) {
  if (blocks < 0 || ring < 1 || ring > multiset_limit) {
    throw Error(Failure::inconsistent, "a ring of " + std::to_string(ring) + " positions with " +
                                           std::to_string(blocks) + " blocks: expected 1 to " +
                                           std::to_string(multiset_limit) + " positions");
  }
  std::sort(tiles_.begin(), tiles_.end(), [this](const auto& a, const auto& b) {
    const auto p = owners(a.blocks), q = owners(b.blocks);
    return p == q ? a.blocks < b.blocks : p < q;
  });
  Index tuples = 0;
  for (const auto& tile : tiles_) tuples += tile.tuples;
  Index done = 0;
  Index next = 0;
  for (Index position = 0; position < ring; ++position) {
    first_visit_.push_back(std::ssize(visits_));
    const Index end = Slice{position, ring}.of({0, tuples}).end;
    const Index first = std::ssize(visits_);
    for (; next < std::ssize(tiles_) && done < end; ++next) {
      const auto& tile = tiles_[static_cast<std::size_t>(next)];
      const auto positions = owners(tile.blocks);
      if (std::ssize(visits_) == first || visits_.back().positions != positions) {
        visits_.push_back({positions, {next, next}});
      }
      visits_.back().tiles.end = next + 1;
      done += tile.tuples;
    }
  }
  first_visit_.push_back(std::ssize(visits_));
}

template <int Way>
Array<Index, Way> RingTiles<Way>::owners(const Array<Index, Way>& blocks) const {
  Array<Index, Way> owners{};
  for (int v = 0; v < Way; ++v) owners[v] = owner(blocks[v], blocks_, ring_);
  return owners;
}

template <int Way>
std::span<const RingVisit<Way>> RingTiles<Way>::visits(Index position) const {
  const auto at = [&](Index p) { return first_visit_[static_cast<std::size_t>(p)]; };
  return {visits_.data() + at(position), visits_.data() + at(position + 1)};
}

template <int Way>
Index RingTiles<Way>::tuples(Index position) const {
  Index tuples = 0;
  for (const RingVisit<Way>& visit : visits(position)) {
    for (Index t = visit.tiles.begin; t < visit.tiles.end; ++t) {
      tuples += tiles_[static_cast<std::size_t>(t)].tuples;
    }
  }
  return tuples;
}

template class RingTiles<2>;
template class RingTiles<3>;

}  // namespace encke
