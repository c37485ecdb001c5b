#pragma once

#include <encke/base/index.hpp>
#include <encke/store/block/scan.hpp>
#include <string>
#include <vector>

namespace encke::store {

/// A block file that the manifest does not list: of a run that is at work, or that was stopped or
/// killed. Resuming takes its tiles in.
struct Uncommitted {
  std::string path;
  Index tiles = 0;  ///< that are whole
};

/// What verify() found.
struct Verification {
  std::vector<Finding> findings;         ///< empty: every byte is as it was written
  std::vector<Index> good;               ///< ids of the whole tiles of listed files, each once
  std::vector<Uncommitted> uncommitted;  ///< whole and damaged ones
  Index lost = 0;                        ///< tiles that are known not to be whole
};

/// Reads every byte of PREFIX.blocks: the manifest, the files that it lists and other block files.
/// The end of one that is being written is no damage. Changes nothing.
/// Throws Error(open, read) where the manifest cannot be read; damage is a finding.
Verification verify(const std::string& prefix);

/// Makes a damaged store good again, with fewer tiles: the whole tiles of each damaged file are
/// copied to a new one, and the manifest is replaced, so that resuming computes only the others.
/// Damaged lines of the manifest's list are made again from the files. Damaged files stay as
/// NAME.damaged. Returns what was found. Killed at any moment it leaves a store that can be resumed
/// or verified.
/// Throws Error(checksum) where the identity in the manifest is damaged, Error(inconsistent) where
/// another process is at work or a file is another run's, Error(open, read, write).
Verification quarantine(const std::string& prefix);

}  // namespace encke::store
