#pragma once

#include <encke/file/posix_file.hpp>
#include <encke/store/block/block_file.hpp>
#include <encke/store/block/scan.hpp>
#include <encke/store/file_check.hpp>
#include <functional>
#include <string>

namespace encke::store {

/// Visits the tiles of a file that a manifest lists, without reading the hits.
/// Throws Error(checksum) where it is missing or not as it was when it was committed,
/// Error(inconsistent) where it is another run's, Error(read). Returns the header.
FileHeader visit_committed(const std::string& directory, const BlockFile& listed,
                           std::uint64_t identity,
                           const std::function<void(const TileEntry&)>& visit);

/// What the manifest should say of a closed file of which this is the scan.
BlockFile describe(const std::string& name, const PosixFile& file, const Scan& scan);
/// The same of the whole file `path`. Throws Error(open, read).
BlockFile describe(const std::string& path, const FileCheck& check);

}  // namespace encke::store
