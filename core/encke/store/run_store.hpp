#pragma once

#include <cstdint>
#include <encke/file/file_lock.hpp>
#include <encke/store/block/block_file.hpp>
#include <encke/store/block/totals.hpp>
#include <encke/store/text/identity.hpp>
#include <encke/store/text/manifest.hpp>
#include <string>
#include <vector>

namespace encke::store {

/// The directory of the state of a run with the outputs PREFIX.*: PREFIX.blocks.
std::string directory_for(const std::string& prefix);
/// The PREFIX of a run that is named by it or by its directory, as by a shell's part*.blocks:
/// PREFIX of PREFIX.blocks and PREFIX.blocks/, unless there is a directory for that whole name.
std::string prefix_for(const std::string& name);
/// The manifest in such a directory.
std::string manifest_of(const std::string& directory);
/// Throws Error(inconsistent) where another process is at work in the directory; NoDirectory.
FileLock lock_store(const std::string& directory);

/// The state of a run on disk, PREFIX.blocks/: `manifest`, `lock` and block files. Used by the
/// root rank alone; other ranks need the path of their block file, from new_file().
///
/// A process may die at any moment. What is then found:
///   no manifest            the run never began, or was over: remove() takes the manifest first,
///                          and create() gives it its name before any block file exists. Dead:
///                          create() removes its files. But it may have been lost: resume() makes
///                          it again from the block files, which name their run.
///   manifest               all files that it lists are whole: they were synced and named before.
///                          With damaged lines: as if it were lost.
///   *.blocks, not listed   finished, but not committed: checked and committed by resume().
///   *.blocks.open          being written: resume() keeps the complete tiles.
///   manifest.tmp-*         left over; removed.
/// Each step of resume() leaves one of these states too.
class RunStore {
 public:
  /// A new run; where it throws, it leaves nothing. Throws Error(inconsistent) where an unfinished
  /// run is there or another process is at work, Error(open, write).
  static RunStore create(const std::string& prefix, const Identity& identity);

  /// Goes on with the run that is there; where none is, create(). What is damaged is made good as
  /// far as block files are whole; remarks() tells of it. Throws Error(inconsistent) with
  /// all that differs where it is another run's, or another process is at work; Error(checksum)
  /// where a committed file is not as it was written; Error(open, read, write).
  static RunStore resume(const std::string& prefix, const Identity& identity);

  const std::string& directory() const { return directory_; }
  const Identity& identity() const { return manifest_.identity(); }
  const std::vector<BlockFile>& files() const { return manifest_.files(); }

  /// Number of this run in the directory, from 1: larger than that of any file in it.
  Index run() const { return run_; }
  /// What BlockWriter needs as path for `rank` of this run.
  std::string new_file(Index rank) const;

  /// Takes finished files into the manifest, with one write. Throws Error(write);
  /// Error(inconsistent) where the directory has no such file of such a size, and takes none.
  void commit(std::span<const BlockFile> files);
  void commit(const BlockFile& file) { commit({&file, 1}); }

  /// Ids of the tiles that were done when the run was opened, ascending, each once.
  const std::vector<Index>& done() const { return done_; }
  /// What resume() found damaged and what it did about it, a sentence each.
  const std::vector<std::string>& remarks() const { return remarks_; }
  /// Takes the files of this run that ranks have closed, but that commit() did not receive, into
  /// the manifest: of a run that ends before its time. Throws Error(open, read, write).
  void commit_closed();

  /// Sums over all tiles of all committed files, each once. Throws Error(checksum, read, open).
  Totals totals() const;

  /// Removes the directory where this is the first run in it and no tile is stored, of any rank:
  /// there is nothing to resume. True where it did. Throws as remove().
  bool remove_if_empty();

  /// Removes the directory: the manifest, then, when that is on the device, the rest. Files that
  /// are not ours stay. Throws Error(write) where the manifest cannot be removed.
  void remove();

 private:
  RunStore(std::string directory, FileLock lock, Manifest manifest);
  static std::string renew_manifest(const std::string& directory, const Identity& identity);
  void take_in_strays();
  void find_done();

  std::string directory_;
  FileLock lock_;
  Manifest manifest_;
  Index run_ = 1;
  std::vector<Index> done_;
  std::vector<std::string> remarks_;
};

}  // namespace encke::store
