#pragma once

#include <cstdint>
#include <encke/store/block/block_file.hpp>
#include <encke/store/file_check.hpp>
#include <optional>
#include <string>

namespace encke::store {

/// What salvage() made of a block file that no manifest lists.
struct Salvaged {
  std::optional<BlockFile> file;  ///< to be listed; nothing where no tile is whole
  std::string damaged;  ///< path of what is to be put aside once `file` is listed, or empty
  std::string remark;   ///< what is lost of it
};

/// Copies whole tiles of a checked file, as they are, to a new block file with the path `to`,
/// without ending; nothing where there are none. Throws Error(open, read, write).
std::optional<BlockFile> copy_tiles(const std::string& from, std::uint64_t identity,
                                    const FileCheck& check, const std::string& to);

/// Makes a whole block file of what is not listed. `path`: with either ending. A file that was
/// being written is cut after its last complete tile, closed and named NAME.blocks, or removed
/// where it has none. Of a damaged one the whole tiles are copied to `copy` (a path without ending)
/// and it stays. What was found is complete again after any crash. Throws Error(inconsistent) where
/// the file is another run's or another process writes it, Error(open, read, write).
Salvaged salvage(const std::string& path, std::uint64_t identity, const std::string& copy);

}  // namespace encke::store
