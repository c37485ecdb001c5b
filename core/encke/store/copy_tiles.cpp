#include <encke/base/histogram.hpp>
#include <encke/store/block/block_writer.hpp>
#include <encke/store/block/hit_records.hpp>
#include <encke/store/salvage.hpp>

namespace encke::store {
namespace {

/// Writes tiles of `file` with `writer`, as they are.
template <int Way>
void copy(const PosixFile& file, std::uint64_t identity, const std::vector<TileEntry>& tiles,
          BlockWriter& writer) {
  writer.begin({.way = Way});
  for (const TileEntry& tile : tiles) {
    writer.start_tile(tile.id);
    read_hits<Way>({file, identity, tile.id, tile.offset, tile.stored.hits},
                   [&](std::span<const Hit<Way>> hits) { writer.take(hits); });
    Totals sums;
    add(sums, tile);
    writer.tile_done({tile.id, sums.tuples, sums.hits, sums.digest, &sums.histogram});
  }
  writer.finish();
}

}  // namespace

std::optional<BlockFile> copy_tiles(const std::string& from, std::uint64_t identity,
                                    const FileCheck& check, const std::string& to) {
  if (check.tiles.empty() || check.way == 0) return std::nullopt;
  const PosixFile file = PosixFile::open_to_read(from);
  BlockWriter writer(to, identity);
  if (check.way == 3) {
    copy<3>(file, identity, check.tiles, writer);
  } else {
    copy<2>(file, identity, check.tiles, writer);
  }
  return writer.result();
}

}  // namespace encke::store
