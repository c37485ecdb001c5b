#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <encke/base/error.hpp>
#include <encke/store/block/block_format.hpp>
#include <encke/store/committed.hpp>
#include <encke/store/file_check.hpp>
#include <encke/store/run_store.hpp>
#include <encke/store/salvage.hpp>
#include <encke/store/text/directory.hpp>
#include <filesystem>
#include <optional>
#include <system_error>
#include <unordered_set>
#include <utility>

namespace encke::store {
namespace {

constexpr const char* manifest_name = "/manifest";
constexpr const char* lock_name = "/lock";
constexpr const char* ending_of_directory = ".blocks";

/// The directory without its manifest; it stays where it holds what is not ours.
void remove_rest(const std::string& directory) {
  remove_files(directory);
  ::unlink((directory + lock_name).c_str());
  ::rmdir(directory.c_str());
}

/// True for a directory, also by a link, and where the name is free: who had it just removed it.
bool is_directory_or_gone(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return errno == ENOENT;
  return S_ISLNK(status.st_mode) ? is_directory(path) : S_ISDIR(status.st_mode);
}

/// True where this made it. Where another made it, it may be gone again by now.
bool make_directory(const std::string& directory) {
  if (::mkdir(directory.c_str(), 0777) == 0) return true;
  const int reason = errno;
  if (reason != EEXIST || !is_directory_or_gone(directory)) {
    throw Error(failure_to_create(reason), directory + ": cannot create the directory: " +
                                               std::generic_category().message(reason));
  }
  return false;
}

/// Takes back what create() made; what is not empty stays.
void unmake_directory(const std::string& directory) {
  ::unlink((directory + manifest_name).c_str());
  ::unlink((directory + lock_name).c_str());
  ::rmdir(directory.c_str());
}

/// The directory with its lock.
struct Taken {
  FileLock lock;
  bool made = false;
};

Taken take_directory(const std::string& directory) {
  for (;;) {
    const bool made = make_directory(directory);
    try {
      return {lock_store(directory), made};
    } catch (const NoDirectory&) {  // who had it is done, and has just removed it
    } catch (...) {
      if (made) ::rmdir(directory.c_str());  // stays where someone else is at work in it
      throw;
    }
  }
}

void check_identity(const std::string& directory, const Identity& wanted, const Identity& found) {
  const auto different = differences(wanted, found);
  if (different.empty()) return;
  throw Error(Failure::inconsistent,
              directory + " holds the state of another run; " + text(different, "there"));
}

/// True if there is anything to resume.
bool holds_a_run(const std::string& directory) {
  if (exists(manifest_of(directory))) return true;
  if (!is_directory(directory)) return false;
  return !block_files_in(directory, closed_ending).empty() ||
         !block_files_in(directory, open_ending).empty();
}

/// Nothing where there is no run to resume, or no more: who had the lock may just have removed it.
std::optional<FileLock> lock_of_a_run(const std::string& directory) {
  try {
    if (!holds_a_run(directory)) return std::nullopt;
    FileLock lock = lock_store(directory);
    if (holds_a_run(directory)) return lock;
  } catch (const NoDirectory&) {
  }
  return std::nullopt;
}

}  // namespace

std::string directory_for(const std::string& prefix) { return prefix + ending_of_directory; }

std::string prefix_for(const std::string& name) {
  std::string prefix = name.substr(0, name.find_last_not_of('/') + 1);
  if (!prefix.ends_with(ending_of_directory) || exists(directory_for(name))) return name;
  prefix.resize(prefix.size() - std::string_view(ending_of_directory).size());
  return prefix;
}

FileLock lock_store(const std::string& directory) {
  auto lock = FileLock::try_lock(directory + lock_name);
  if (!lock) {
    throw Error(Failure::inconsistent, directory + ": another process is at work in it");
  }
  return std::move(*lock);
}

std::string manifest_of(const std::string& directory) { return directory + manifest_name; }

RunStore::RunStore(std::string directory, FileLock lock, Manifest manifest)
    : directory_(std::move(directory)), lock_(std::move(lock)), manifest_(std::move(manifest)) {
  run_ = last_run(directory_) + 1;
}

RunStore RunStore::create(const std::string& prefix, const Identity& identity) {
  std::string directory = directory_for(prefix);
  auto [lock, made] = take_directory(directory);
  const std::string manifest = manifest_of(directory);
  if (exists(manifest)) {
    throw Error(
        Failure::inconsistent,
        directory + " holds an unfinished run: add --resume to go on with it, or remove it");
  }
  try {
    if (made) sync_directory(directory_of(directory));
    remove_files(directory);
    Manifest::create(manifest, identity);
    return RunStore(directory, std::move(lock), Manifest::open(manifest));
  } catch (...) {  // std::bad_alloc too
    unmake_directory(directory);
    throw;
  }
}

RunStore RunStore::resume(const std::string& prefix, const Identity& identity) {
  std::string directory = directory_for(prefix);
  std::optional<FileLock> lock = lock_of_a_run(directory);
  if (!lock) return create(prefix, identity);
  const std::string remark = renew_manifest(directory, identity);
  const std::string manifest = manifest_of(directory);
  RunStore store(std::move(directory), std::move(*lock), Manifest::open(manifest));
  if (!remark.empty()) store.remarks_.push_back(remark);
  store.take_in_strays();
  store.find_done();
  return store;
}

/// Checks that the state is this run's, before anything is changed. Where the manifest is lost or
/// damaged, puts one that lists nothing in its place and says so: all block files are then strays.
std::string RunStore::renew_manifest(const std::string& directory, const Identity& identity) {
  const std::string path = manifest_of(directory);
  std::string damage = path + ": it is not there";
  if (exists(path)) {
    try {
      const ManifestContent found = Manifest::read_good_lines(path);
      check_identity(directory, identity, found.identity);
      damage = found.damage;
    } catch (const Error& error) {
      if (error.failure() != Failure::checksum) throw;
      damage = error.what();
    }
    if (damage.empty()) return "";
  }
  try {
    check_headers(directory, identity.hash());
  } catch (const Error& error) {
    throw Error(error.failure(), std::string(error.what()) + " (" + damage +
                                     ", so what differs is not known; on other ranks a run may "
                                     "have other blocks)");
  }
  Manifest::create(path, identity);
  return damage + "; the list of block files was made again from the files";
}

void RunStore::take_in_strays() {
  Index copies = 0;
  for (const auto& name : unlisted_files(directory_, files())) {
    const Salvaged found = salvage(directory_ + "/" + name, identity().hash(), new_file(copies));
    if (found.file) manifest_.append(*found.file);
    if (found.damaged.empty()) continue;
    put_aside(found.damaged);
    remarks_.push_back(found.remark);
    ++copies;
  }
  if (copies > 0) run_ = last_run(directory_) + 1;
  for (const auto& name : names_in(directory_)) {
    if (is_temporary_manifest(name)) ::unlink((directory_ + "/" + name).c_str());
  }
}

void RunStore::commit_closed() {
  std::vector<BlockFile> closed;
  for (const auto& name : unlisted_files(directory_, files())) {
    if (run_of(name) != run_ || !name.ends_with(closed_ending)) continue;
    const PosixFile file = PosixFile::open_to_read(directory_ + "/" + name);
    const FileHeader header = read_header(file, identity().hash());
    const Scan found = scan(file, header, {.payloads = false}, [](const TileEntry&) {});
    if (found.closed) closed.push_back(describe(name, file, found));
  }
  if (!closed.empty()) manifest_.append(closed);
}

void RunStore::find_done() {
  const std::uint64_t hash = identity().hash();
  for (const BlockFile& file : files()) {
    visit_committed(directory_, file, hash,
                    [this](const TileEntry& tile) { done_.push_back(tile.id); });
  }
  std::sort(done_.begin(), done_.end());
  done_.erase(std::unique(done_.begin(), done_.end()), done_.end());
}

std::string RunStore::new_file(Index rank) const {
  return directory_ + "/" + block_name(run_, rank);
}

void RunStore::commit(std::span<const BlockFile> files) {
  for (const BlockFile& file : files) {
    const std::string path = directory_ + "/" + file.name;
    std::error_code reason;
    const auto bytes = std::filesystem::file_size(path, reason);
    if (!reason && static_cast<Index>(bytes) == file.bytes) continue;
    throw Error(Failure::inconsistent,
                path + ": to be committed with " + std::to_string(file.bytes) + " bytes, but " +
                    (reason ? reason.message() : "has " + std::to_string(bytes)));
  }
  manifest_.append(files);
}

Totals RunStore::totals() const {
  const std::uint64_t hash = identity().hash();
  Totals totals;
  std::unordered_set<Index> seen;
  for (const BlockFile& file : files()) {
    visit_committed(directory_, file, hash, [&](const TileEntry& tile) {
      if (seen.insert(tile.id).second) add(totals, tile);
    });
  }
  return totals;
}

bool RunStore::remove_if_empty() {
  if (run_ != 1 || !files().empty() || !block_files_in(directory_, closed_ending).empty()) {
    return false;
  }
  for (const auto& name : block_files_in(directory_, open_ending)) {
    std::error_code gone;
    const auto bytes = std::filesystem::file_size(directory_ + "/" + name, gone);
    if (!gone && bytes > sizeof(FileHeader)) return false;
  }
  // Nothing can be lost: there is no need to wait for the device, which may be what has failed.
  ::unlink(manifest_of(directory_).c_str());
  remove_rest(directory_);
  return true;
}

void RunStore::remove() {
  const std::string manifest = manifest_of(directory_);
  if (::unlink(manifest.c_str()) != 0 && errno != ENOENT) {
    throw Error(Failure::write,
                manifest + ": cannot remove: " + std::generic_category().message(errno));
  }
  sync_directory(directory_);
  remove_rest(directory_);
}

}  // namespace encke::store
