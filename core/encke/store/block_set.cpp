#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/schedule/multiset.hpp>
#include <encke/store/block_set.hpp>
#include <encke/store/committed.hpp>
#include <encke/store/run_store.hpp>
#include <encke/store/text/directory.hpp>
#include <encke/store/text/manifest.hpp>
#include <filesystem>
#include <utility>

namespace encke::store {

BlockSet::BlockSet(const std::vector<std::string>& prefixes, const std::vector<std::string>& free) {
  for (std::size_t store = 0; store < prefixes.size(); ++store) {
    add_store(prefixes[store], store, free);
  }
  store_of_ = {};
  opened_.resize(files_.size());
  std::sort(tiles_.begin(), tiles_.end(), [this](const TileLocation& a, const TileLocation& b) {
    return before(a.tile, b.tile);
  });
}

void BlockSet::add_store(const std::string& prefix, std::size_t store,
                         const std::vector<std::string>& free) {
  const std::string directory = directory_for(prefix);
  const std::string manifest = manifest_of(directory);
  if (!exists(manifest)) {
    throw Error(Failure::open, manifest + ": cannot open: there is no state of a run");
  }
  const ManifestContent content = Manifest::read(manifest);
  for (std::size_t other = 0; other < store; ++other) {
    if (!std::filesystem::equivalent(directory, stores_[other].directory)) continue;
    throw Error(Failure::inconsistent, directory + " is given twice");
  }
  if (store == 0) identity_ = content.identity;
  const auto different = differences(identity_, content.identity, free);
  if (!different.empty()) {
    throw Error(Failure::inconsistent, directory + " is a part of another run than " +
                                           stores_[0].directory + "; " + text(different, "there") +
                                           " ('here' is " + stores_[0].directory + ")");
  }
  if (!block_files_in(directory, open_ending).empty()) {
    throw Error(Failure::inconsistent,
                directory + " holds an unfinished run: add --resume to its command to finish it");
  }
  stores_.push_back({directory, content.identity, 0});
  for (const BlockFile& file : content.files) {
    files_.push_back({directory + "/" + file.name, content.identity.hash(), store});
    add_file(directory, file, store);
  }
}

void BlockSet::add_file(const std::string& directory, const BlockFile& file, std::size_t store) {
  const auto number = static_cast<std::uint32_t>(files_.size() - 1);
  const FileHeader header =
      visit_committed(directory, file, files_.back().identity, [&](const TileEntry& tile) {
        if (!take(tile, store)) return;
        tiles_.push_back({tile.id, tile.offset, tile.stored.hits, number});
      });
  const int way = static_cast<int>(header.way);
  if (way_ == 0) way_ = way;
  if (way_ != way) {
    throw Error(Failure::inconsistent, files_.back().path + ": " + std::to_string(way) +
                                           "-way, but " + files_.front().path + " is " +
                                           std::to_string(way_) + "-way");
  }
}

/// Adds a tile to the totals; false where its store has it already.
bool BlockSet::take(const TileEntry& tile, std::size_t store) {
  const auto [at, is_new] = store_of_.emplace(tile.id, store);
  if (is_new) {
    add(totals_, tile);
    ++stores_[store].tiles;
  } else if (at->second != store) {
    throw Error(Failure::inconsistent, stores_[at->second].directory + " and " +
                                           stores_[store].directory + " overlap: both have tile " +
                                           std::to_string(tile.id));
  }
  return is_new;
}

Index BlockSet::lowest_block(Index tile) const {
  return way_ == 3 ? multiset_unrank<3>(tile)[0] : multiset_unrank<2>(tile)[0];
}

bool BlockSet::before(Index a, Index b) const {
  return std::pair(lowest_block(a), a) < std::pair(lowest_block(b), b);
}

bool BlockSet::has(Index tile) const {
  const auto at =
      std::lower_bound(tiles_.begin(), tiles_.end(), tile,
                       [this](const TileLocation& p, Index id) { return before(p.tile, id); });
  return at != tiles_.end() && at->tile == tile;
}

void BlockSet::for_each_strip(const std::function<void(const Strip&)>& visit) const {
  for (std::size_t first = 0; first < tiles_.size();) {
    const Index block = lowest_block(tiles_[first].tile);
    std::size_t last = first;
    while (last < tiles_.size() && lowest_block(tiles_[last].tile) == block) ++last;
    visit({block, std::span(tiles_).subspan(first, last - first)});
    first = last;
  }
}

const PosixFile& BlockSet::opened(std::uint32_t file) const {
  constexpr std::size_t most_open = 64;
  auto& wanted = opened_[file];
  if (!wanted) {
    if (open_count_ == most_open) {
      for (auto& other : opened_) other.reset();
      open_count_ = 0;
    }
    wanted = PosixFile::open_to_read(files_[file].path);
    ++open_count_;
  }
  return *wanted;
}

HitRecords BlockSet::records(const TileLocation& location, int way) const {
  const File& file = files_[location.file];
  if (way != way_) {
    throw Error(Failure::inconsistent, file.path + ": expected " + std::to_string(way) +
                                           "-way hits, it has " + std::to_string(way_) +
                                           "-way ones");
  }
  return {opened(location.file), file.identity, location.tile, location.offset, location.hits};
}

template <int Way>
void BlockSet::read(const TileLocation& location,
                    const std::function<void(std::span<const Hit<Way>>)>& consumer) const {
  read_hits<Way>(records(location, Way), consumer);
}

template void BlockSet::read<2>(const TileLocation&,
                                const std::function<void(std::span<const Hit<2>>)>&) const;
template void BlockSet::read<3>(const TileLocation&,
                                const std::function<void(std::span<const Hit<3>>)>&) const;

}  // namespace encke::store
