#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <encke/base/error.hpp>
#include <encke/store/block_format.hpp>
#include <encke/store/committed.hpp>
#include <encke/store/run_store.hpp>
#include <filesystem>
#include <system_error>
#include <unordered_set>
#include <utility>

namespace encke::store {
namespace {

constexpr const char* manifest_name = "/manifest";
constexpr const char* lock_name = "/lock";
constexpr const char* ids_name = "ids";  // of whoever publishes: the vectors' names

/// Removes what a run leaves in its directory besides manifest and lock.
void clear(const std::string& directory) {
  for (const char* const ending : {closed_ending, open_ending}) {
    for (const auto& name : names_in(directory, ending)) {
      ::unlink((directory + "/" + name).c_str());
    }
  }
  for (const auto& name : names_in(directory, "")) {
    if (name.starts_with("manifest.tmp-") || name.starts_with(ids_name) ||
        name.ends_with(damaged_ending)) {
      ::unlink((directory + "/" + name).c_str());
    }
  }
}

/// The directory without its manifest; it stays where it holds what is not ours.
void remove_rest(const std::string& directory) {
  clear(directory);
  ::unlink((directory + lock_name).c_str());
  ::rmdir(directory.c_str());
}

/// True where it was not there.
bool make_directory(const std::string& directory) {
  if (::mkdir(directory.c_str(), 0777) == 0) return true;
  const int reason = errno;
  if (reason != EEXIST || !std::filesystem::is_directory(directory)) {
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

FileLock lock_new_store(const std::string& directory, bool made) {
  try {
    return lock_store(directory);
  } catch (const Error&) {
    if (made) ::rmdir(directory.c_str());  // stays where someone else is at work in it
    throw;
  }
}

void check_identity(const std::string& directory, const Identity& wanted, const Identity& found) {
  const auto different = differences(wanted, found);
  if (different.empty()) return;
  throw Error(Failure::inconsistent,
              directory + " holds the state of another run; " + text(different, "there"));
}

}  // namespace

std::string directory_for(const std::string& prefix) { return prefix + ".blocks"; }

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
  const bool made = make_directory(directory);
  FileLock lock = lock_new_store(directory, made);
  const std::string manifest = manifest_of(directory);
  if (std::filesystem::exists(manifest)) {
    throw Error(
        Failure::inconsistent,
        directory + " holds an unfinished run: add --resume to go on with it, or remove it");
  }
  try {
    if (made) sync_directory(directory_of(directory));
    clear(directory);
    Manifest::create(manifest, identity);
    return RunStore(directory, std::move(lock), Manifest::open(manifest));
  } catch (const Error&) {
    unmake_directory(directory);
    throw;
  }
}

RunStore RunStore::resume(const std::string& prefix, const Identity& identity) {
  std::string directory = directory_for(prefix);
  const std::string manifest = manifest_of(directory);
  if (!std::filesystem::exists(manifest)) return create(prefix, identity);
  FileLock lock = lock_store(directory);
  if (!std::filesystem::exists(manifest)) {  // who had the lock has just removed it
    lock = FileLock();
    return create(prefix, identity);
  }
  // Before anything is changed.
  check_identity(directory, identity, Manifest::read(manifest).identity);
  RunStore store(std::move(directory), std::move(lock), Manifest::open(manifest));
  store.take_in_strays();
  store.find_done();
  return store;
}

void RunStore::take_in_strays() {
  std::unordered_set<std::string> listed;
  for (const BlockFile& file : files()) listed.insert(file.name);
  std::vector<std::string> strays = names_in(directory_, closed_ending);
  std::erase_if(strays, [&](const std::string& name) { return listed.contains(name); });
  for (auto& name : names_in(directory_, open_ending)) strays.push_back(std::move(name));
  for (const auto& name : strays) {
    const auto file = salvage(directory_ + "/" + name, identity().hash());
    if (file) manifest_.append(*file);
  }
  for (const auto& name : names_in(directory_, "")) {
    if (name.starts_with("manifest.tmp-")) ::unlink((directory_ + "/" + name).c_str());
  }
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
  if (run_ != 1 || !files().empty() || !names_in(directory_, closed_ending).empty()) return false;
  for (const auto& name : names_in(directory_, open_ending)) {
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
