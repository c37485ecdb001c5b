#pragma once

#include <encke/base/posix_file.hpp>
#include <encke/store/block_file.hpp>
#include <encke/store/scan.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace encke::store {

/// Visits the tiles of a file that a manifest lists, without reading the hits.
/// Throws Error(checksum) where it is missing or not as it was when it was committed,
/// Error(inconsistent) where it is another run's, Error(read). Returns the header.
FileHeader visit_committed(const std::string& directory, const BlockFile& listed,
                           std::uint64_t identity,
                           const std::function<void(const TileEntry&)>& visit);

/// What the manifest should say of a closed file of which this is the scan.
BlockFile describe(const std::string& name, const PosixFile& file, const Scan& scan);

/// Names in `directory` that end with `ending` and are not just that, sorted.
/// Throws Error(open).
std::vector<std::string> names_in(const std::string& directory, const std::string& ending);

/// The number of the run in the name of a block file, see block_name; 0 where it has none.
Index run_of(const std::string& name);
/// The largest of the names in `directory`.
Index last_run(const std::string& directory);

/// Cuts a file after its last complete tile, closes it and gives it the name NAME.blocks, or
/// removes it where it has none. Nothing where it was removed. What was found is complete again
/// after any crash.
/// `path`: with either ending. Throws Error(inconsistent) where the file is another run's or
/// another process writes it, Error(open, read, write).
std::optional<BlockFile> salvage(const std::string& path, std::uint64_t identity);

}  // namespace encke::store
