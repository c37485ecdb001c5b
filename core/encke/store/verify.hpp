#pragma once

#include <encke/base/index.hpp>
#include <encke/store/scan.hpp>
#include <string>
#include <vector>

namespace encke::store {

/// What verify() found.
struct Verification {
  std::vector<Finding> findings;  ///< empty: every byte is as it was written
  std::vector<Index> good;        ///< ids of the tiles that are whole, ascending, each once
  std::vector<Index> again;       ///< ids known of damaged tiles that no other file has
  Index lost = 0;                 ///< tiles that the manifest counts and that are not whole
};

/// Reads every byte of PREFIX.blocks: the manifest and the files that it lists. Changes nothing.
/// Throws Error(open, read) where the manifest cannot be read; damage is a finding.
Verification verify(const std::string& prefix);

/// Makes a damaged store good again, with fewer tiles: the whole tiles of each damaged file are
/// copied to a new one, and the manifest is replaced, so that resuming computes only the others.
/// Damaged files stay as NAME.damaged. Returns what was found. Killed at any moment it leaves a
/// store that can be resumed or verified.
/// Throws Error(checksum) where the manifest is damaged, Error(inconsistent) where another process
/// is at work, Error(open, read, write).
Verification quarantine(const std::string& prefix);

}  // namespace encke::store
