#include "store.hpp"

#include <algorithm>
#include <chrono>
#include <encke/base/digest.hpp>
#include <encke/base/error.hpp>
#include <encke/file/posix_file.hpp>
#include <encke/sink/format/edges.hpp>
#include <encke/store/block/block_format.hpp>
#include <encke/store/block/block_writer.hpp>
#include <encke/store/block_set.hpp>
#include <encke/store/run_store.hpp>
#include <optional>

#include "bench/machine/statistics.hpp"
#include "scratch.hpp"

namespace encke::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr Index hits_of_tile = 10'000;

template <class Action>
double seconds_of(Action action) {
  const auto start = Clock::now();
  action();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::vector<Hit<2>> make_hits(Index count) {
  std::vector<Hit<2>> hits(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < hits.size(); ++i) {
    hits[i].index = {static_cast<std::uint32_t>(i / 100), static_cast<std::uint32_t>(i + 1)};
    hits[i].cell = static_cast<std::uint32_t>(i % 4);
    hits[i].value = 0.7 + 0.3 * static_cast<double>(i * 2654435761 % 4294967291) / 4294967291;
  }
  return hits;
}

std::span<const Hit<2>> tile_of(const std::vector<Hit<2>>& hits, Index tile) {
  const auto first = static_cast<std::size_t>(tile * hits_of_tile);
  return std::span(hits).subspan(first, std::min<std::size_t>(hits_of_tile, hits.size() - first));
}

void write(store::BlockWriter& writer, const std::vector<Hit<2>>& hits, Index tiles) {
  writer.begin({.way = 2, .cells = 4, .vectors = 1 << 20});
  for (Index tile = 0; tile < tiles; ++tile) {
    const auto part = tile_of(hits, tile);
    writer.start_tile(tile);
    writer.take(part);
    writer.tile_done({.id = tile, .hits = static_cast<Index>(part.size())});
  }
  writer.finish();
}

Digest read_back(const std::string& prefix) {
  const store::BlockSet set({prefix});
  Digest digest;
  for (const store::TileLocation& location : set.tiles()) {
    set.read<2>(location, [&](std::span<const Hit<2>> hits) {
      for (const auto& hit : hits) digest.add(hit.index, hit.cell, hit.value);
    });
  }
  return digest;
}

/// The hits of each tile in another order than the file's, as workers find them.
std::vector<Hit<2>> mixed(const std::vector<Hit<2>>& hits, Index tiles) {
  std::vector<Hit<2>> all;
  all.reserve(hits.size());
  for (Index tile = 0; tile < tiles; ++tile) {
    const auto part = tile_of(hits, tile);
    constexpr std::size_t step = 64;
    for (std::size_t first = 0; first < step; ++first) {
      for (std::size_t h = first; h < part.size(); h += step) all.push_back(part[h]);
    }
  }
  return all;
}

/// As the end of a run does, on this thread, of a strip four times as large as what is held:
/// through runs on disk. Returns the bytes of the text.
Index publish(const std::string& prefix, const std::vector<Hit<2>>& hits, Index tiles) {
  const LateSyncs late(1e9);
  const auto held = static_cast<std::int64_t>(hits.size() * sizeof(Hit<2>) / 4);
  sink::Edges edges(prefix, nullptr, sink::EdgeFormat::edges, {.bytes = held});
  edges.begin({.way = 2, .cells = 4, .vectors = 1 << 20});
  edges.flush_before(0);  // takes come outside of loops
  for (Index tile = 0; tile < tiles; ++tile) edges.take(tile_of(hits, tile));
  edges.finish();
  return PosixFile::open_to_read(edges.path()).size();
}

Digest digest_of(const std::vector<Hit<2>>& hits) {
  Digest digest;
  for (const auto& hit : hits) digest.add(hit.index, hit.cell, hit.value);
  return digest;
}

std::uint64_t sum_of_checksums(const std::vector<Hit<2>>& hits, Index tiles) {
  std::uint64_t sum = 0;
  for (Index t = 0; t < tiles; ++t) sum += store::checksum_of(std::as_bytes(tile_of(hits, t)));
  return sum;
}

/// Appends one repeat to `time`.
void repeat(const std::vector<Hit<2>>& hits, StoreTime& time) {
  const Scratch scratch;
  const std::string prefix = scratch.file("run");
  Digest digest;
  time.digest.push_back(seconds_of([&] { digest = digest_of(hits); }));
  std::uint64_t sum = 0;
  time.checksums.push_back(seconds_of([&] { sum = sum_of_checksums(hits, time.tiles); }));
  if (sum == 0) throw Error(Failure::internal, "checksums that add up to nothing");

  store::Identity identity;
  identity.add("num-vectors", "1048576");
  std::optional<store::RunStore> store;
  const double made = seconds_of([&] { store.emplace(store::RunStore::create(prefix, identity)); });
  std::optional<store::BlockFile> file;
  time.write.push_back(seconds_of([&] {
    store::BlockWriter writer(store->new_file(0), identity.hash(), {});
    write(writer, hits, time.tiles);
    file = writer.result();
  }));
  time.commit.push_back(seconds_of([&] { store->commit(*file); }));
  Digest found;
  time.read.push_back(seconds_of([&] { found = read_back(prefix); }));
  time.directory.push_back(made + seconds_of([&] { store->remove(); }));
  const auto found_by_workers = mixed(hits, time.tiles);
  time.publish.push_back(seconds_of(
      [&] { time.bytes = publish(scratch.file("printed"), found_by_workers, time.tiles); }));
  if (!(found == digest)) throw Error(Failure::internal, "other hits than were written came back");
}

}  // namespace

StoreTime time_store(Index hits, int repeats) {
  const auto made = make_hits(hits);
  StoreTime time{.hits = hits, .tiles = divide_up(hits, hits_of_tile)};
  for (int r = 0; r < repeats; ++r) repeat(made, time);
  return time;
}

nlohmann::ordered_json to_json(const StoreTime& time) {
  nlohmann::ordered_json json;
  json["task"] = "store";
  json["hits"] = time.hits;
  json["tiles"] = time.tiles;
  json["seconds_digest"] = median(time.digest);
  json["seconds_write"] = median(time.write);
  json["seconds_checksums"] = median(time.checksums);
  json["seconds_directory"] = median(time.directory);
  json["seconds_commit"] = median(time.commit);
  json["seconds_read"] = median(time.read);
  json["seconds_publish"] = median(time.publish);
  json["bytes_published"] = time.bytes;
  return json;
}

}  // namespace encke::bench
