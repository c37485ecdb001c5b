#include <encke/base/error.hpp>
#include <encke/base/histogram.hpp>
#include <encke/store/block_writer.hpp>
#include <encke/store/committed.hpp>
#include <encke/store/file_check.hpp>
#include <encke/store/hit_records.hpp>
#include <encke/store/manifest.hpp>
#include <encke/store/run_store.hpp>
#include <encke/store/verify.hpp>
#include <filesystem>

namespace encke::store {
namespace {

/// Writes tiles of `file` with `writer`, as they are.
template <int Way>
void copy(const PosixFile& file, std::uint64_t identity, const std::vector<TileEntry>& tiles,
          BlockWriter& writer) {
  writer.begin({.way = Way});
  for (const TileEntry& tile : tiles) {
    writer.start_tile(tile.id);
    read_hits<Way>(file, identity, tile.id, tile.offset, tile.stored.hits,
                   [&](std::span<const Hit<Way>> hits) { writer.take(hits); });
    Totals sums;
    add(sums, tile);
    writer.tile_done({tile.id, sums.tuples, sums.hits, sums.digest, &sums.histogram});
  }
  writer.finish();
}

/// Copies whole tiles to a new file `path` (without ending); nothing where there are none.
std::optional<BlockFile> copy_tiles(const std::string& from, std::uint64_t identity,
                                    const FileCheck& check, const std::string& path) {
  if (check.tiles.empty() || check.way == 0) return std::nullopt;
  const PosixFile file = PosixFile::open_to_read(from);
  BlockWriter writer(path, identity);
  if (check.way == 3) {
    copy<3>(file, identity, check.tiles, writer);
  } else {
    copy<2>(file, identity, check.tiles, writer);
  }
  return writer.result();
}

}  // namespace

Verification quarantine(const std::string& prefix) {
  const std::string directory = directory_for(prefix);
  const FileLock lock = lock_store(directory);
  const ManifestContent content = Manifest::read(manifest_of(directory));
  const std::uint64_t identity = content.identity.hash();
  const Index run = last_run(directory) + 1;

  Verification all;
  std::vector<BlockFile> kept;
  std::vector<std::string> damaged;
  for (const BlockFile& file : content.files) {
    const FileCheck check = check_file(directory, file, identity);
    add(all, file, check);
    if (check.findings.empty()) {
      kept.push_back(file);
      continue;
    }
    const std::string path = directory + "/" + file.name;
    const auto rank = static_cast<Index>(damaged.size());
    const auto rest = copy_tiles(path, identity, check, directory + "/" + block_name(run, rank));
    if (rest) kept.push_back(*rest);
    damaged.push_back(path);
  }
  finish(all);
  if (damaged.empty()) return all;

  Manifest::create(manifest_of(directory), content.identity, kept);
  for (const std::string& path : damaged) {
    if (!std::filesystem::exists(path)) continue;
    rename_file(path, path.substr(0, path.size() - std::string_view(closed_ending).size()) +
                          damaged_ending);
  }
  sync_directory(directory);
  return all;
}

}  // namespace encke::store
