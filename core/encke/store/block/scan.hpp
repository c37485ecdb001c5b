#pragma once

#include <cstdint>
#include <encke/file/posix_file.hpp>
#include <encke/store/block/block_file.hpp>
#include <encke/store/block/block_format.hpp>
#include <encke/store/block/totals.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace encke::store {

/// Something in a file that is not as it was written.
struct Finding {
  std::string file;
  Index offset = 0;
  std::optional<Index> tile{};  ///< where it is known
  std::string what;
  bool cut = false;  ///< nothing but that the file ends too early, as one does that is written
};
/// "FILE: byte OFFSET: tile TILE: WHAT".
std::string text(const Finding& finding);

/// A complete tile of a block file.
struct TileEntry {
  Index id = 0;
  Index offset = 0;  ///< of its first record
  Index bytes = 0;   ///< of all its records
  StoredTile stored;
  std::vector<StoredBin> bins;
};
/// Throws Error(inconsistent) where histograms are of different widths.
void add(Totals& totals, const TileEntry& tile);

struct ScanOptions {
  bool payloads = true;  ///< check the checksums of hits too
  bool go_on = false;    ///< after damage, look for the next whole record
};

/// What a scan found besides the tiles.
struct Scan {
  StoredFooter counts;                ///< of the complete tiles; sum: up to `end`
  Index end = 0;                      ///< offset behind the last complete tile
  bool closed = false;                ///< a footer that agrees is at the end of the file
  std::uint64_t footer_checksum = 0;  ///< of its head
  std::vector<Finding> findings;      ///< with go_on all, else the first; then not closed
};

/// The header of a block file. Throws Error(checksum) where it is damaged, Error(inconsistent)
/// where it is of another format version or `identity` is given and not the file's.
FileHeader read_header(const PosixFile& file, std::optional<std::uint64_t> identity);

/// Visits the complete tiles of a file with this header, in their order. A tile whose records are
/// not all there is left out. Throws Error(read) and what `visit` throws.
Scan scan(const PosixFile& file, const FileHeader& header, const ScanOptions& options,
          const std::function<void(const TileEntry&)>& visit);

}  // namespace encke::store
