#pragma once

#include <algorithm>
#include <encke/comm/communicator.hpp>
#include <encke/distributed/block_exchange.hpp>
#include <encke/schedule/ring_tiles.hpp>
#include <utility>
#include <vector>

namespace encke {

/// Positions whose vectors `position` has to be sent for its visit number `visit`: those that it
/// does not own and that it had not for the visit before.
template <int Way>
std::vector<Index> sent_for(const RingTiles<Way>& tiles, Index position, std::size_t visit) {
  const auto visits = tiles.visits(position);
  std::vector<Index> sent;
  for (const Index p : visits[visit].positions) {
    const auto is_here = [&](const Array<Index, Way>& positions) {
      return std::find(positions.begin(), positions.end(), p) != positions.end();
    };
    if (p == position || (visit > 0 && is_here(visits[visit - 1].positions))) continue;
    if (std::find(sent.begin(), sent.end(), p) == sent.end()) sent.push_back(p);
  }
  return sent;
}

/// Positions that `position` sends its vectors to, one for each message: the first visits' first.
template <int Way>
std::vector<Index> served_by(const RingTiles<Way>& tiles, Index position, Index ring) {
  std::vector<std::pair<std::size_t, Index>> served;
  for (Index other = 0; other < ring; ++other) {
    for (std::size_t visit = 0; visit < tiles.visits(other).size(); ++visit) {
      const auto sent = sent_for(tiles, other, visit);
      if (std::find(sent.begin(), sent.end(), position) != sent.end()) {
        served.emplace_back(visit, other);
      }
    }
  }
  std::sort(served.begin(), served.end());
  std::vector<Index> to;
  for (const auto& [visit, other] : served) to.push_back(other);
  return to;
}

/// Calls visit(tile, offsets of the positions that own its blocks) for each tile of this position,
/// when the vectors that it needs are in `exchange`; those of the next visit come meanwhile.
/// Collective over the ring.
template <int Way, class Visit>
void for_each_visit(const RingTiles<Way>& tiles, const Communicator& ring, BlockExchange& exchange,
                    Visit&& visit) {
  const Index position = ring.rank();
  const auto visits = tiles.visits(position);
  const auto offsets = [&](std::size_t v) {
    Array<Index, Way> from = visits[v].positions;
    for (Index& p : from) p = (p - position + ring.size()) % ring.size();
    return from;
  };
  const auto fetch = [&](std::size_t v) {
    if (v == visits.size()) return;
    const auto wanted = offsets(v);
    exchange.fetch(std::vector<Index>(wanted.begin(), wanted.end()));
  };
  exchange.serve(served_by(tiles, position, ring.size()));
  fetch(0);
  for (std::size_t v = 0; v < visits.size(); ++v) {
    exchange.finish();
    fetch(v + 1);
    for (Index t = visits[v].tiles.begin; t < visits[v].tiles.end; ++t) {
      visit(tiles.tiles()[static_cast<std::size_t>(t)], offsets(v));
    }
  }
  exchange.end_service();
}

}  // namespace encke
