#include <encke/base/error.hpp>
#include <encke/file/file_lock.hpp>
#include <encke/store/committed.hpp>
#include <encke/store/file_check.hpp>
#include <encke/store/run_store.hpp>
#include <encke/store/salvage.hpp>
#include <encke/store/text/directory.hpp>
#include <encke/store/text/manifest.hpp>
#include <encke/store/verify.hpp>

namespace encke::store {
namespace {

/// What the store is to have, and what is to be put aside.
struct Repair {
  std::string directory;
  std::uint64_t identity = 0;
  Index run = 0;  ///< of the copies
  Verification found;
  std::vector<BlockFile> kept;
  std::vector<std::string> damaged;

  void take_out(const std::string& path, const FileCheck& check) {
    if (check.foreign) {
      throw Error(Failure::inconsistent,
                  path + ": block file of another run or version; move it away");
    }
    const auto rank = static_cast<Index>(damaged.size());
    const auto rest = copy_tiles(path, identity, check, directory + "/" + block_name(run, rank));
    if (rest) kept.push_back(*rest);
    damaged.push_back(path);
  }

  void take_listed(const BlockFile& file) {
    const FileCheck check = check_file(directory, file, identity);
    add(found, file, check);
    if (check.findings.empty()) {
      kept.push_back(file);
    } else {
      take_out(directory + "/" + file.name, check);
    }
  }

  void take_unlisted(const std::string& name) {
    const std::string path = directory + "/" + name;
    const PosixFile file = PosixFile::open_to_read(path);
    if (!FileLock::try_lock(file)) {
      throw Error(Failure::inconsistent, path + ": another process still writes it");
    }
    const FileCheck check = check_bytes(path, identity);
    const bool bad = is_damaged(path, check);
    if (!bad && name.ends_with(open_ending)) return;  // resuming closes it
    add_unlisted(found, path, check);
    if (bad) {
      take_out(path, check);
    } else {
      kept.push_back(describe(path, check));
    }
  }
};

ManifestContent read_manifest(const std::string& path) {
  try {
    return Manifest::read_good_lines(path);
  } catch (const Error& error) {
    if (error.failure() != Failure::checksum) throw;
    throw Error(Failure::checksum, std::string(error.what()) +
                                       "; it does not say any more which run this is: the run's "
                                       "command with --resume makes it again");
  }
}

}  // namespace

Verification quarantine(const std::string& prefix) {
  const std::string directory = directory_for(prefix);
  const FileLock lock = lock_store(directory);
  const std::string manifest = manifest_of(directory);
  const ManifestContent content = read_manifest(manifest);
  Repair repair{directory, content.identity.hash(), last_run(directory) + 1, {}, {}, {}};
  if (!content.damage.empty()) {
    repair.found.findings.push_back({manifest, content.bytes, std::nullopt, damaged_list});
  }
  for (const BlockFile& file : content.files) repair.take_listed(file);
  for (const auto& name : unlisted_files(directory, content.files)) repair.take_unlisted(name);
  sort_tiles(repair.found);
  if (repair.found.findings.empty() && repair.kept == content.files) return repair.found;

  Manifest::create(manifest, content.identity, repair.kept);
  for (const std::string& path : repair.damaged) put_aside(path);
  sync_directory(directory);
  return repair.found;
}

}  // namespace encke::store
