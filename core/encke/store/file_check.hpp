#pragma once

#include <cstdint>
#include <encke/store/block_file.hpp>
#include <encke/store/scan.hpp>
#include <encke/store/verify.hpp>
#include <string>
#include <vector>

namespace encke::store {

/// What reading every byte of a file that a manifest lists gives.
struct FileCheck {
  std::vector<Finding> findings;  ///< none: it is whole
  std::vector<TileEntry> tiles;   ///< those that are whole
  int way = 0;                    ///< 0: the header is lost
};

/// Throws Error(open, read).
FileCheck check_file(const std::string& directory, const BlockFile& listed, std::uint64_t identity);

/// Adds one file to a verification; finish() when all are in.
void add(Verification& all, const BlockFile& listed, const FileCheck& one);
void finish(Verification& all);

}  // namespace encke::store
