#pragma once

#include <unistd.h>

#include <encke/base/histogram.hpp>
#include <encke/schedule/tile.hpp>
#include <encke/sink/collect.hpp>
#include <encke/store/block/block_writer.hpp>
#include <encke/store/run_store.hpp>
#include <random>
#include <string>
#include <vector>

#include "support/scratch.hpp"

namespace encke::test {

/// In memory where the system has a directory there: thousands of waits for a disk take minutes.
class StoreTest : public Scratch {
 protected:
  StoreTest() : Scratch(::access("/dev/shm", W_OK) == 0 ? "/dev/shm" : ::testing::TempDir()) {}
};

/// A problem of which each tile's hits, digest and histogram follow from its id.
template <int Way>
class Sample {
 public:
  explicit Sample(Index vectors = 70, double share = Way == 2 ? 0.2 : 0.02)
      : partition_(vectors, 16), share_(share) {}

  const Partition& partition() const { return partition_; }
  Index tiles() const { return tile_count<Way>(partition_); }
  SinkInfo info() const {
    return {.way = Way, .cells = ipow(2, Way), .vectors = partition_.vectors()};
  }

  std::vector<Hit<Way>> hits(Index id) const {
    std::mt19937_64 random(static_cast<std::uint64_t>(id) * 77 + Way);
    std::uniform_real_distribution<double> value;
    std::vector<Hit<Way>> found;
    const Tile<Way> tile = tile_from_id<Way>(partition_, id);
    const auto visit = [&](const Array<std::uint32_t, Way>& index) {
      if (value(random) >= share_) return;
      const auto cell = static_cast<std::uint32_t>(random() % 4);
      found.push_back({index, cell, value(random)});
    };
    for (Index a = tile.ranges[0].begin; a < tile.ranges[0].end; ++a) {
      for (Index b = std::max(a + 1, tile.ranges[1].begin); b < tile.ranges[1].end; ++b) {
        const auto i = static_cast<std::uint32_t>(a), j = static_cast<std::uint32_t>(b);
        if constexpr (Way == 2) {
          visit({i, j});
        } else {
          for (Index c = std::max(b + 1, tile.ranges[2].begin); c < tile.ranges[2].end; ++c) {
            visit({i, j, static_cast<std::uint32_t>(c)});
          }
        }
      }
    }
    return found;
  }

  /// Passes a tile to a sink, in batches.
  void write(Sink& sink, Index id, std::size_t batch = 11) const {
    const auto all = hits(id);
    TileSummary summary{id,
                        Domain().tuples(tile_from_id<Way>(partition_, id).ranges),
                        static_cast<Index>(all.size()),
                        {},
                        nullptr};
    Histogram histogram{.width = 0.1};
    for (const auto& hit : all) {
      summary.digest.add(hit.index, hit.cell, hit.value);
      histogram.add(hit.value);
    }
    histogram.nan = id;
    summary.histogram = &histogram;
    sink.start_tile(id);
    for (std::size_t first = 0; first < all.size(); first += batch) {
      sink.take(std::span(all).subspan(first, std::min(batch, all.size() - first)));
    }
    sink.tile_done(summary);
  }

  /// All hits of these tiles, in file order.
  std::vector<Hit<Way>> sorted(const std::vector<Index>& ids) const {
    std::vector<Hit<Way>> all;
    for (const Index id : ids) {
      const auto more = hits(id);
      all.insert(all.end(), more.begin(), more.end());
    }
    std::sort(all.begin(), all.end(), precedes);
    return all;
  }

  std::vector<Index> ids() const {
    std::vector<Index> all;
    for (Index id = 0; id < tiles(); ++id) all.push_back(id);
    return all;
  }

 private:
  Partition partition_;
  double share_;
};

inline store::Identity identity(const std::string& share = "0/1") {
  store::Identity id;
  id.add("version", "0.1.0");
  id.add("metric", "ccc");
  id.add("input", "4a0f:net\twork\n");
  id.add("share", share);
  return id;
}

/// Hits kept in order, of either way.
template <int Way>
const std::vector<Hit<Way>>& hits_of(const sink::Collect& collect) {
  if constexpr (Way == 2) {
    return collect.pairs();
  } else {
    return collect.triples();
  }
}

/// Writes tiles as `rank` of the store's run and commits them.
template <int Way>
void compute(store::RunStore& store, const Sample<Way>& sample, const std::vector<Index>& ids,
             Index rank = 0) {
  store::BlockWriter writer(store.new_file(rank), store.identity().hash());
  writer.begin(sample.info());
  for (const Index id : ids) sample.write(writer, id);
  writer.finish();
  if (writer.result()) store.commit(*writer.result());
}

inline void spoil(const std::string& path, std::int64_t bit) {
  PosixFile file = PosixFile::open_to_change(path);
  std::byte byte{};
  file.read_at(bit / 8, std::span(&byte, 1));
  byte ^= static_cast<std::byte>(1 << (bit % 8));
  file.write_at(bit / 8, std::span(&byte, 1));
}

inline void put(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

/// A directory in which a run is stored.
class StoredRunTest : public StoreTest {
 protected:
  std::string run() const { return path("run"); }
  std::string in(const std::string& name) const { return path("run.blocks/" + name); }

  /// A store with the tiles 0 to 2 committed, and 3 to 5 in an open file of this text.
  std::string prepare(const Sample<2>& sample) {
    auto store = store::RunStore::create(run(), identity());
    compute(store, sample, {0, 1, 2});
    store::BlockWriter writer(store.new_file(1), store.identity().hash(), {.buffer = 200});
    writer.begin(sample.info());
    for (const Index id : {3, 4, 5}) {
      sample.write(writer, id);
      ends_.push_back(bytes_of(in("run-1-rank-1.blocks.open")).size());
    }
    return bytes_of(in("run-1-rank-1.blocks.open"));
  }
  std::vector<std::size_t> ends_;  ///< of the tiles in the open file
};

}  // namespace encke::test
