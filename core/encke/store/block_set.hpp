#pragma once

#include <cstdint>
#include <encke/file/posix_file.hpp>
#include <encke/sink/hit.hpp>
#include <encke/store/block/block_file.hpp>
#include <encke/store/block/hit_records.hpp>
#include <encke/store/block/scan.hpp>
#include <encke/store/block/totals.hpp>
#include <encke/store/text/identity.hpp>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace encke::store {

/// A tile in a block file.
struct TileLocation {
  Index tile = 0;
  Index offset = 0;  ///< of its first record
  Index hits = 0;
  std::uint32_t file = 0;
};
static_assert(sizeof(TileLocation) == 32);

/// The tiles whose lowest block is `block`.
struct Strip {
  Index block = 0;
  std::span<const TileLocation> tiles;  ///< by ascending tile id
};

/// One store of a set.
struct RunPart {
  std::string directory;
  Identity identity;
  Index tiles = 0;  ///< each once
};

/// All tiles of the committed files of one or several stores, for reading. 32 bytes a tile; the
/// hits stay on disk. Every checksum is checked as a record is read: of what is indexed when the
/// set is opened, of the hits in read().
class BlockSet {
 public:
  /// Opens PREFIX.blocks of each prefix. Entries of the identities named in `free` may differ
  /// between stores. A tile that one store has twice counts once.
  /// Throws Error(open, read); Error(checksum) where a file is not as it was written;
  /// Error(inconsistent) where there is no finished store, where stores are of different runs (says
  /// in what they differ), where two have the same tile, where a file is of another run.
  explicit BlockSet(const std::vector<std::string>& prefixes,
                    const std::vector<std::string>& free = {"share", "block"});

  /// 2 or 3; 0 where no tile is there.
  int way() const { return way_; }
  const Identity& identity() const { return identity_; }
  /// The stores, in the order in which they were given.
  std::span<const RunPart> stores() const { return stores_; }
  const Totals& totals() const { return totals_; }
  /// Sorted by lowest block, then id.
  std::span<const TileLocation> tiles() const { return tiles_; }
  bool has(Index tile) const;

  /// Calls visit for the strips in the order of their block; blocks without a tile are left out.
  void for_each_strip(const std::function<void(const Strip&)>& visit) const;

  /// Opens the file of a tile, for read() of several of its tiles at the same time. Throws
  /// Error(open).
  void open(const TileLocation& location) const { opened(location.file); }

  /// Passes the hits of a tile on, in batches. Throws Error(checksum) with file, offset and tile;
  /// Error(inconsistent) where Way is not way(); and what `consumer` throws.
  template <int Way>
  void read(const TileLocation& location,
            const std::function<void(std::span<const Hit<Way>>)>& consumer) const;

  /// The records of a tile, to be read by several threads; good until another file is opened.
  /// Throws Error(open), and Error(inconsistent) as read().
  HitRecords records(const TileLocation& location, int way) const;

 private:
  struct File {
    std::string path;
    std::uint64_t identity = 0;
    std::size_t store = 0;
  };

  void add_store(const std::string& prefix, std::size_t store,
                 const std::vector<std::string>& free);
  void add_file(const std::string& directory, const BlockFile& file, std::size_t store);
  bool take(const TileEntry& tile, std::size_t store);
  Index lowest_block(Index tile) const;
  /// Order of tiles_.
  bool before(Index a, Index b) const;
  const PosixFile& opened(std::uint32_t file) const;

  int way_ = 0;
  Identity identity_;
  Totals totals_;
  std::vector<TileLocation> tiles_;
  std::vector<File> files_;
  std::vector<RunPart> stores_;
  std::unordered_map<Index, std::size_t> store_of_;       ///< by tile; empty once all are open
  mutable std::vector<std::optional<PosixFile>> opened_;  ///< by file; few are open at a time
  mutable std::size_t open_count_ = 0;
};

extern template void BlockSet::read<2>(const TileLocation&,
                                       const std::function<void(std::span<const Hit<2>>)>&) const;
extern template void BlockSet::read<3>(const TileLocation&,
                                       const std::function<void(std::span<const Hit<3>>)>&) const;

}  // namespace encke::store
