#pragma once

#include <cstdint>
#include <encke/store/block/block_file.hpp>
#include <encke/store/block/scan.hpp>
#include <encke/store/verify.hpp>
#include <string>
#include <vector>

namespace encke::store {

/// What reading every byte of a block file gives.
struct FileCheck {
  std::vector<Finding> findings;  ///< none: it is whole
  std::vector<TileEntry> tiles;   ///< those that are whole
  int way = 0;                    ///< 0: the header is lost
  bool foreign = false;           ///< it is another run's
  StoredFooter counts;            ///< of its tiles, and where they end: see Scan
  Index end = 0;
  std::uint64_t footer_checksum = 0;
};

/// Checks the file `path` alone. Where it cannot be read, that is a finding. Throws Error(open).
FileCheck check_bytes(const std::string& path, std::uint64_t identity);

/// True if more is wrong with a file of this name than that it is still being written.
bool is_damaged(const std::string& path, const FileCheck& check);

/// Checks a file that a manifest lists. Throws Error(open).
FileCheck check_file(const std::string& directory, const BlockFile& listed, std::uint64_t identity);

/// Names of the block files in `directory` that `listed` has not: closed ones, then open ones.
/// Throws Error(open).
std::vector<std::string> unlisted_files(const std::string& directory,
                                        const std::vector<BlockFile>& listed);

/// Throws Error(inconsistent) where a block file in `directory` is another run's.
void check_headers(const std::string& directory, std::uint64_t identity);

/// What is found of a manifest with ManifestContent::damage.
inline constexpr const char* damaged_list = "a line of the list is not as it was written";

/// Adds one file to a verification; sort_tiles() when all are in.
void add(Verification& all, const BlockFile& listed, const FileCheck& one);
void add_unlisted(Verification& all, const std::string& path, const FileCheck& one);
void sort_tiles(Verification& all);

}  // namespace encke::store
