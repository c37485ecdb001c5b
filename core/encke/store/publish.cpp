#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/host/threads/host_loop.hpp>
#include <encke/schedule/domain/tiles.hpp>
#include <encke/schedule/tile.hpp>
#include <encke/store/publish.hpp>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace encke::store {
namespace {

std::string text(Index count) { return std::to_string(count) + (count == 1 ? " tile" : " tiles"); }

template <int Way>
bool lies_in(const Hit<Way>& hit, const Tile<Way>& tile, const Domain& domain) {
  Array<Index, Way> index{};
  for (int v = 0; v < Way; ++v) {
    index[v] = hit.index[v];
    if (!tile.ranges[v].contains(index[v])) return false;
    if (v > 0 && index[v] <= index[v - 1]) return false;
  }
  return domain.contains(index);
}

/// Ids of the tiles that have tuples, ascending.
template <int Way>
std::vector<Index> ids_of(const DomainTiles<Way>& tiles) {
  std::vector<Index> ids;
  if (tiles.listed()) {
    for (const auto& tile : tiles.list()) ids.push_back(multiset_rank(tile.blocks));
    std::sort(ids.begin(), ids.end());
    return ids;
  }
  for (Index id = 0; id < tiles.order().count(); ++id) {
    if (tiles.has(multiset_unrank<Way>(id))) ids.push_back(id);
  }
  return ids;
}

/// id_of(n): of the n-th tile expected, in any order; is_one(id): whether it is among them.
template <class IdOf, class IsOne>
void check_ids(const BlockSet& set, Index expected, const IdOf& id_of, const IsOne& is_one) {
  Index missing = 0;
  Index first = 0;
  for (Index n = 0; n < expected; ++n) {
    const Index id = id_of(n);
    if (set.has(id)) continue;
    if (missing++ == 0) first = id;
  }
  if (missing > 0) {
    throw Error(Failure::inconsistent, text(missing) + " of " + std::to_string(expected) +
                                           " missing, the first is tile " + std::to_string(first));
  }
  for (const TileLocation& location : set.tiles()) {
    if (is_one(location.tile)) continue;
    throw Error(Failure::inconsistent, "tile " + std::to_string(location.tile) +
                                           " is not one of the " + text(expected) + " expected");
  }
}

/// Hits that are held of tiles that are read at the same time, but for one with more.
constexpr Index most_held = Index{1} << 19;

/// Reads tiles and hands their hits to a sink, in the order of the tiles.
template <int Way>
class TileReader {
 public:
  using Consumer = std::function<void(std::span<const Hit<Way>>)>;

  TileReader(const BlockSet& set, const Partition& partition, const Domain& domain, Sink& sink,
             const std::function<void(Index)>& passed)
      : set_(set), partition_(partition), domain_(domain), sink_(sink), passed_(passed) {}

  void read(std::span<const TileLocation> tiles) {
    while (!tiles.empty()) {
      const auto together = tiles.first(count_together(tiles));
      if (together.size() > 1 && workers_ > 1) {
        read_together(together);
      } else {
        for (const TileLocation& location : together) read_by_records(location);
      }
      for (const TileLocation& location : together) hits_ += location.hits;
      if (passed_) passed_(hits_);
      tiles = tiles.subspan(together.size());
    }
  }

 private:
  /// Tiles of one file, because other files may be closed to open one.
  static std::size_t count_together(std::span<const TileLocation> tiles) {
    std::size_t count = 0;
    Index hits = 0;
    while (count < tiles.size() && tiles[count].file == tiles[0].file &&
           (count == 0 || hits + tiles[count].hits <= most_held)) {
      hits += tiles[count++].hits;
    }
    return count;
  }

  void read_together(std::span<const TileLocation> tiles) {
    set_.open(tiles.front());
    std::vector<std::vector<Hit<Way>>> all(tiles.size());
    host_loop(workers_, std::ssize(tiles), [&](Index t, int) {
      auto& held = all[static_cast<std::size_t>(t)];
      held.reserve(static_cast<std::size_t>(tiles[static_cast<std::size_t>(t)].hits));
      read(tiles[static_cast<std::size_t>(t)], [&](std::span<const Hit<Way>> hits) {
        held.insert(held.end(), hits.begin(), hits.end());
      });
    });
    for (const auto& held : all) {
      if (!held.empty()) sink_.take(held);
    }
  }

  void read(const TileLocation& location, const Consumer& consumer) const {
    const Tile<Way> tile = tile_from_id<Way>(partition_, location.tile);
    set_.read<Way>(location, [&](std::span<const Hit<Way>> hits) {
      check(tile, hits);
      consumer(hits);
    });
  }

  /// Of a tile by itself the threads read some records at a time.
  void read_by_records(const TileLocation& location) {
    const Tile<Way> tile = tile_from_id<Way>(partition_, location.tile);
    HitRecords records = set_.records(location, Way);
    std::vector<HitRecord> together;
    std::vector<std::vector<Hit<Way>>> held;
    Index hits = 0, taken = 0;
    const auto pass_on = [&] {
      held.resize(std::max(held.size(), together.size()));
      host_loop(workers_, std::ssize(together), [&](Index r, int) {
        auto& of_record = held[static_cast<std::size_t>(r)];
        records.template read<Way>(together[static_cast<std::size_t>(r)], of_record);
        check(tile, of_record);
      });
      for (std::size_t r = 0; r < together.size(); ++r) sink_.take(held[r]);
      together.clear();
      taken += std::exchange(hits, 0);
    };
    for (HitRecord record; records.next(record);) {
      if (hits > 0 && hits + record.hits > most_held) {
        pass_on();
        if (passed_) passed_(hits_ + taken);
      }
      together.push_back(record);
      hits += record.hits;
    }
    if (!together.empty()) pass_on();
  }

  void check(const Tile<Way>& tile, std::span<const Hit<Way>> hits) const {
    const auto in_tile = [&](const Hit<Way>& hit) { return lies_in(hit, tile, domain_); };
    if (std::all_of(hits.begin(), hits.end(), in_tile)) return;
    throw Error(Failure::checksum, "tile " + std::to_string(tile.id) +
                                       " has hits that are not in its blocks, or not of the "
                                       "tuples that are compared");
  }

  const BlockSet& set_;
  const Partition& partition_;
  const Domain& domain_;
  Sink& sink_;
  const std::function<void(Index)>& passed_;
  Index hits_ = 0;
  int workers_ = host_workers();
};

template <int Way>
void publish_way(const BlockSet& set, const Partition& partition, const Domain& domain, Sink& sink,
                 const Range& strips, const std::function<void(Index)>& passed) {
  sink.flush_before(0);  // sorting sinks use all threads from now on, also in take()
  TileReader<Way> reader(set, partition, domain, sink, passed);
  Index number = 0;
  set.for_each_strip([&](const Strip& strip) {
    if (!strips.contains(number++)) return;
    reader.read(strip.tiles);
    sink.flush_before(partition.range(strip.block).end);
  });
}

}  // namespace

void check_complete(const BlockSet& set, Index tiles) {
  check_ids(
      set, tiles, [](Index n) { return n; }, [tiles](Index id) { return 0 <= id && id < tiles; });
}

void check_complete(const BlockSet& set, const Partition& partition, const SinkInfo& info) {
  const Index all = info.way == 3 ? tile_count<3>(partition) : tile_count<2>(partition);
  if (info.domain.everything()) return check_complete(set, all);
  const auto ids = info.way == 3 ? ids_of(DomainTiles<3>(info.domain, partition))
                                 : ids_of(DomainTiles<2>(info.domain, partition));
  check_ids(
      set, std::ssize(ids), [&](Index n) { return ids[static_cast<std::size_t>(n)]; },
      [&](Index id) { return std::binary_search(ids.begin(), ids.end(), id); });
}

Range strips_of(const BlockSet& set, int part, int parts) {
  const auto share = [&](int number) {
    return static_cast<double>(set.totals().hits) * number / parts;
  };
  Range strips;
  double before = 0;
  set.for_each_strip([&](const Strip& strip) {
    double hits = 0;
    for (const TileLocation& tile : strip.tiles) hits += static_cast<double>(tile.hits);
    const double middle = before + hits / 2;
    strips.begin += middle < share(part) ? 1 : 0;
    strips.end += middle < share(part + 1) || part + 1 == parts ? 1 : 0;
    before += hits;
  });
  return strips;
}

void publish_strips(const BlockSet& set, const Partition& partition, const SinkInfo& info,
                    Sink& sink, const Range& strips, const std::function<void(Index)>& passed) {
  if (set.way() != 0 && set.way() != info.way) {
    throw Error(Failure::inconsistent, "the stored tiles are " + std::to_string(set.way()) +
                                           "-way, expected " + std::to_string(info.way) + "-way");
  }
  const Index count = info.way == 3 ? tile_count<3>(partition) : tile_count<2>(partition);
  for (const TileLocation& location : set.tiles()) {
    if (0 <= location.tile && location.tile < count) continue;
    throw Error(Failure::inconsistent, "tile " + std::to_string(location.tile) +
                                           " is not one of the " + text(count) + " of the problem");
  }
  sink.begin(info);
  if (info.way == 3) {
    publish_way<3>(set, partition, info.domain, sink, strips, passed);
  } else {
    publish_way<2>(set, partition, info.domain, sink, strips, passed);
  }
}

void publish(const BlockSet& set, const Partition& partition, const SinkInfo& info, Sink& sink,
             const std::function<void(Index)>& passed) {
  publish_strips(set, partition, info, sink, strips_of(set, 0, 1), passed);
  sink.finish();
}

}  // namespace encke::store
