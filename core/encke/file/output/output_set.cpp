#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <encke/base/error.hpp>
#include <encke/file/output/leftovers.hpp>
#include <encke/file/output/output_set.hpp>
#include <set>
#include <system_error>
#include <utility>

namespace encke::sink {
namespace {

[[noreturn]] void fail(const std::string& path, int reason) {
  throw Error(Failure::write, path + ": cannot replace the file of this name: " +
                                  std::generic_category().message(reason));
}

/// The file system, or its rules for other users' files, do not let a file have two names.
bool cannot_link(int reason) {
  return reason == EPERM || reason == EOPNOTSUPP || reason == ENOSYS || reason == EMLINK;
}

/// Gives the file one more name, which remove_leftovers() knows. Returns "" where it cannot have
/// two; throws Error(write).
std::string link_beside(const std::string& path) {
  const std::string stem = temporary_stem(path) + '-' + std::to_string(::getpid()) + '-';
  for (int attempt = 1; attempt <= 1000; ++attempt) {
    std::string name = stem + std::to_string(attempt);
    if (::link(path.c_str(), name.c_str()) == 0) return name;
    if (cannot_link(errno)) return "";
    if (errno != EEXIST) fail(path, errno);
  }
  fail(path, EEXIST);
}

}  // namespace

OutputSet::~OutputSet() {
  for (const Member& member : members_) {
    if (!member.named) ::unlink(member.file.path().c_str());
  }
}

void OutputSet::add(PosixFile&& file, const std::string& path, bool on_device) {
  Member member;
  member.path = path;
  member.on_device = on_device;
  members_.push_back(std::move(member));
  members_.back().file = std::move(file);
}

void OutputSet::bring_to_device() {
  constexpr Index most_bytes = Index{1} << 20;  // that are soon made again
  bool first = results_;
  for (Member& member : members_) {
    if (member.on_device) continue;
    if (first || !LateSyncs::wait() || (results_ && member.file.size() > most_bytes)) {
      member.file.sync_now();
      member.on_device = true;
    }
    first = false;
  }
}

void OutputSet::commit() {
  try {
    bring_to_device();
    replace();
  } catch (const Error& error) {
    undo();
    const std::string names = names_of_older();
    if (names.empty()) throw;
    throw Error(error.failure(), std::string(error.what()) + "; what was there is now" + names);
  } catch (...) {
    undo();
    throw;
  }
  for (const Member& member : members_) {
    if (!member.older.empty()) ::unlink(member.older.c_str());
  }
}

void OutputSet::replace() {
  for (Member& member : members_) keep_older(member);
  // A single file takes the place of the older one in one step.
  if (members_.size() > 1) {
    for (auto member = members_.rbegin(); member != members_.rend(); ++member) take_away(*member);
  }
  std::set<std::string> directories;
  for (Member& member : members_) {
    rename_file(member.file.path(), member.path);  // while it is locked: see remove_leftovers
    member.named = true;
    directories.insert(directory_of(member.path));
  }
  for (Member& member : members_) member.file.close();
  for (const auto& directory : directories) {
    results_ ? sync_directory_now(directory) : sync_directory(directory);
  }
}

void OutputSet::keep_older(Member& member) {
  struct stat status = {};
  if (::lstat(member.path.c_str(), &status) != 0) {
    if (errno == ENOENT) return;
    fail(member.path, errno);
  }
  if (S_ISDIR(status.st_mode)) fail(member.path, EISDIR);
  member.older = link_beside(member.path);
  member.movable = member.older.empty();
}

void OutputSet::take_away(Member& member) {
  if (!member.older.empty()) {
    if (::unlink(member.path.c_str()) != 0) fail(member.path, errno);
    member.taken = true;
  } else if (member.movable) {
    const PosixFile place = PosixFile::create_unique(temporary_stem(member.path));
    member.older = place.path();
    rename_file(member.path, member.older);
    member.taken = true;
  }
}

void OutputSet::undo() noexcept {
  // In place of a single file that was replaced the older one comes back in one step.
  for (auto member = members_.rbegin(); member != members_.rend(); ++member) {
    if (!member->named) continue;
    if (members_.size() == 1 && !member->older.empty()) {
      member->taken = true;
    } else {
      ::unlink(member->path.c_str());
    }
  }
  for (Member& member : members_) {
    if (member.older.empty()) continue;
    if (!member.taken) {
      ::unlink(member.older.c_str());
    } else if (std::rename(member.older.c_str(), member.path.c_str()) != 0) {
      if (member.named) ::unlink(member.path.c_str());
      continue;  // the older file keeps the name that it has
    }
    member.older.clear();
  }
}

std::string OutputSet::names_of_older() const {
  std::string names;
  for (const Member& member : members_) {
    if (!member.older.empty()) names += ' ' + member.older;
  }
  return names;
}

}  // namespace encke::sink
