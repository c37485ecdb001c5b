#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <optional>
#include <string>

namespace encke::store {

/// A finished block file, as the manifest has it. Plain text and numbers: ranks send it to the
/// root, which commits it.
struct BlockFile {
  std::string name;  ///< inside the directory of the run, with its ending .blocks
  Index bytes = 0;
  Index tiles = 0;
  Index hits = 0;
  std::uint64_t checksum = 0;  ///< of the footer's head: it covers every byte of the file

  friend bool operator==(const BlockFile&, const BlockFile&) = default;
};

inline constexpr const char* closed_ending = ".blocks";
inline constexpr const char* open_ending = ".blocks.open";
inline constexpr const char* damaged_ending = ".blocks.damaged";

// Files beside them that belong to whoever publishes the blocks.
inline constexpr const char* ids_name = "ids";        ///< names of the vectors
inline constexpr const char* sites_name = "sites";    ///< where the vectors lie
inline constexpr const char* domain_name = "domain";  ///< which tuples are compared
inline constexpr const char* about_name = "about";    ///< what the log says of the input

/// Name, without ending, of the block file of a rank in run number `run` of a directory.
std::string block_name(Index run, Index rank);

/// One line of text, and back; text() has no newline. Of other text there is none, or
/// Error(internal) is thrown.
std::string text(const BlockFile& file);
std::optional<BlockFile> block_file_in(const std::string& text);
BlockFile block_file_from(const std::string& text);

}  // namespace encke::store
