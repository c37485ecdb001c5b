#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/schedule/tile.hpp>
#include <encke/store/publish.hpp>
#include <string>

namespace encke::store {
namespace {

std::string text(Index count) { return std::to_string(count) + (count == 1 ? " tile" : " tiles"); }

template <int Way>
bool lies_in(const Hit<Way>& hit, const Tile<Way>& tile) {
  for (int v = 0; v < Way; ++v) {
    if (!tile.ranges[v].contains(hit.index[v])) return false;
    if (v > 0 && hit.index[v] <= hit.index[v - 1]) return false;
  }
  return true;
}

template <int Way>
void publish_way(const BlockSet& set, const Partition& partition, Sink& sink) {
  set.for_each_strip([&](const Strip& strip) {
    for (const Piece& piece : strip.pieces) {
      const Tile<Way> tile = tile_from_id<Way>(partition, piece.tile);
      set.read<Way>(piece, [&](std::span<const Hit<Way>> hits) {
        const auto in_tile = [&](const Hit<Way>& hit) { return lies_in(hit, tile); };
        if (!std::all_of(hits.begin(), hits.end(), in_tile)) {
          throw Error(Failure::checksum, "tile " + std::to_string(piece.tile) +
                                             " has hits of vectors that are not in its blocks");
        }
        sink.take(hits);
      });
    }
    sink.flush_before(partition.range(strip.block).end);
  });
}

}  // namespace

void check_complete(const BlockSet& set, Index tiles) {
  Index missing = 0;
  Index first = 0;
  for (Index id = 0; id < tiles; ++id) {
    if (set.has(id)) continue;
    if (missing++ == 0) first = id;
  }
  if (missing > 0) {
    throw Error(Failure::inconsistent, text(missing) + " of " + std::to_string(tiles) +
                                           " missing, the first is tile " + std::to_string(first));
  }
  for (const Piece& piece : set.pieces()) {
    if (0 <= piece.tile && piece.tile < tiles) continue;
    throw Error(Failure::inconsistent, "tile " + std::to_string(piece.tile) +
                                           " is not one of the " + text(tiles) + " expected");
  }
}

void publish(const BlockSet& set, const Partition& partition, const SinkInfo& info, Sink& sink) {
  if (set.way() != 0 && set.way() != info.way) {
    throw Error(Failure::inconsistent, "the stored tiles are " + std::to_string(set.way()) +
                                           "-way, expected " + std::to_string(info.way) + "-way");
  }
  const Index count = info.way == 3 ? tile_count<3>(partition) : tile_count<2>(partition);
  for (const Piece& piece : set.pieces()) {
    if (0 <= piece.tile && piece.tile < count) continue;
    throw Error(Failure::inconsistent, "tile " + std::to_string(piece.tile) +
                                           " is not one of the " + text(count) + " of the problem");
  }
  sink.begin(info);
  if (info.way == 3) {
    publish_way<3>(set, partition, sink);
  } else {
    publish_way<2>(set, partition, sink);
  }
  sink.finish();
}

}  // namespace encke::store
