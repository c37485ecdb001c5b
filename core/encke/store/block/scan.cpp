#include <encke/base/error.hpp>
#include <encke/store/block/scan.hpp>
#include <encke/store/block/scanner.hpp>
#include <limits>

namespace encke::store {

std::string text(const Finding& finding) {
  std::string s = finding.file + ": byte " + std::to_string(finding.offset) + ": ";
  if (finding.tile) s += "tile " + std::to_string(*finding.tile) + ": ";
  return s + finding.what;
}

namespace {

/// No run has more tuples, so that sums of counts, and their products with a tuple's values, fit.
constexpr Index most_counted = std::numeric_limits<Index>::max() / 16;

/// Adds a count, which is not negative.
void add(Index& sum, Index count, const TileEntry& tile) {
  if (count > most_counted - sum) {
    throw Error(Failure::checksum,
                "tile " + std::to_string(tile.id) + " has more tuples or values than there can be");
  }
  sum += count;
}

}  // namespace

void add(Totals& totals, const TileEntry& tile) {
  const StoredTile& stored = tile.stored;
  ++totals.tiles;
  add(totals.tuples, stored.tuples, tile);
  add(totals.hits, stored.hits, tile);
  totals.digest.add(Digest(stored.digest_high, stored.digest_low));
  Histogram& histogram = totals.histogram;
  if (totals.tiles == 1) histogram.width = stored.width;
  if (histogram.width != stored.width) {
    throw Error(Failure::inconsistent, "tile " + std::to_string(tile.id) +
                                           " has a histogram of another bin width than the others");
  }
  add(histogram.below, stored.below, tile);
  add(histogram.nan, stored.nan, tile);
  for (const StoredBin& bin : tile.bins) {
    const auto b = static_cast<std::size_t>(bin.bin);
    if (b >= histogram.counts.size()) histogram.counts.resize(b + 1);
    add(histogram.counts[b], bin.count, tile);
  }
}

FileHeader read_header(const PosixFile& file, std::optional<std::uint64_t> identity) {
  FileHeader header;
  const std::string& path = file.path();
  if (file.size() < Index{sizeof header}) {
    throw Error(Failure::checksum, path + ": byte 0: too short for the header of a block file");
  }
  file.read_at(0, std::as_writable_bytes(std::span(&header, 1)));
  if (header.magic != file_magic || header.checksum != checksum_of(header) ||
      header.reserved != 0 || (header.way != 2 && header.way != 3)) {
    throw Error(Failure::checksum, path + ": byte 0: not the header of a block file");
  }
  if (header.version != format_version) {
    throw Error(Failure::inconsistent, path + ": block file of format version " +
                                           std::to_string(header.version) + ", expected " +
                                           std::to_string(format_version));
  }
  if (identity && header.identity != *identity) {
    throw Error(Failure::inconsistent, path +
                                           ": block file of another run, with other input, "
                                           "parameters or version");
  }
  return header;
}

Scan scan(const PosixFile& file, const FileHeader& header, const ScanOptions& options,
          const std::function<void(const TileEntry&)>& visit) {
  Scanner scanner(file, header, options, visit);
  return scanner.scan();
}

}  // namespace encke::store
