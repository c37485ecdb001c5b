#include "store.hpp"

#include <algorithm>
#include <chrono>
#include <encke/base/digest.hpp>
#include <encke/base/error.hpp>
#include <encke/store/block_format.hpp>
#include <encke/store/block_set.hpp>
#include <encke/store/block_writer.hpp>
#include <encke/store/run_store.hpp>

#include "scratch.hpp"
#include "statistics.hpp"

namespace encke::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr Index hits_of_tile = 10'000;

class Timer {
 public:
  explicit Timer(double& seconds) : seconds_(seconds) {}
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;
  ~Timer() { seconds_ += std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  double& seconds_;
  Clock::time_point start_ = Clock::now();
};

std::vector<Hit<2>> make_hits(Index count) {
  std::vector<Hit<2>> hits(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < hits.size(); ++i) {
    hits[i].index = {static_cast<std::uint32_t>(i / 100), static_cast<std::uint32_t>(i + 1)};
    hits[i].cell = static_cast<std::uint32_t>(i % 4);
    hits[i].value = 0.7 + 1e-7 * static_cast<double>(i % 1000);
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
  for (const store::Piece& piece : set.pieces()) {
    set.read<2>(piece, [&](std::span<const Hit<2>> hits) {
      for (const auto& hit : hits) digest.add(hit.index, hit.cell, hit.value);
    });
  }
  return digest;
}

/// Appends one repeat to `time`.
void repeat(const std::vector<Hit<2>>& hits, StoreTime& time) {
  const Scratch scratch;
  const std::string prefix = scratch.file("run");
  double digest_s = 0, write_s = 0, checksums_s = 0, manifest_s = 0, read_s = 0;
  Digest digest, found;
  {
    const Timer timer(digest_s);
    for (const auto& hit : hits) digest.add(hit.index, hit.cell, hit.value);
  }
  std::uint64_t sum = 0;
  {
    const Timer timer(checksums_s);
    for (Index t = 0; t < time.tiles; ++t) {
      sum += store::checksum_of(std::as_bytes(tile_of(hits, t)));
    }
  }
  if (sum == 0) throw Error(Failure::internal, "checksums that add up to nothing");
  std::optional<store::RunStore> store;
  store::Identity identity;
  identity.add("num-vectors", "1048576");
  identity.add("blocks", "4096");
  identity.add("way", "2");
  {
    const Timer timer(manifest_s);
    store.emplace(store::RunStore::create(prefix, identity));
  }
  std::optional<store::BlockFile> file;
  {
    const Timer timer(write_s);
    store::BlockWriter writer(store->new_file(0), identity.hash(), {.durable = false});
    write(writer, hits, time.tiles);
    file = writer.result();
  }
  {
    const Timer timer(manifest_s);
    store->commit(*file);
  }
  {
    const Timer timer(read_s);
    found = read_back(prefix);
  }
  {
    const Timer timer(manifest_s);
    store->remove();
  }
  if (!(found == digest)) throw Error(Failure::internal, "other hits than were written came back");
  time.digest.push_back(digest_s);
  time.write.push_back(write_s);
  time.checksums.push_back(checksums_s);
  time.manifest.push_back(manifest_s);
  time.read.push_back(read_s);
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
  json["seconds_manifest"] = median(time.manifest);
  json["seconds_read"] = median(time.read);
  return json;
}

}  // namespace encke::bench
