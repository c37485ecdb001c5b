#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstdio>
#include <encke/base/byte_hash.hpp>
#include <encke/base/error.hpp>
#include <encke/file/output/leftovers.hpp>
#include <encke/host/directory_listing.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace encke::sink {
namespace {

constexpr std::size_t mark_digits = 8;

/// PID or PID-N.
bool is_number(std::string_view text) {
  const auto dash = text.find('-');
  const auto digits = [](std::string_view part) {
    return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
  };
  return digits(text.substr(0, dash)) &&
         (dash == std::string_view::npos || digits(text.substr(dash + 1)));
}

/// Some network file systems lock only what can be written; not every file can.
PosixFile open_to_lock(const std::string& path) {
  try {
    return PosixFile::open_to_change(path);
  } catch (const Error&) {
    return PosixFile::open_to_read(path);
  }
}

void remove_if_dead(const std::string& path) {
  try {
    const PosixFile file = open_to_lock(path);
    // The lock keeps the name from being taken away and given anew between the two calls.
    if (file.try_lock() == PosixFile::Lock::taken && file.has_its_name()) ::unlink(path.c_str());
  } catch (const Error&) {
    // gone by now, or another user's: not ours to remove
  }
}

/// What follows "/a/b.tmp-MARK-" in the path of a temporary file; empty of other files.
std::string_view owner_in(std::string_view path) {
  constexpr std::string_view word = ".tmp-";
  const auto at = path.rfind(word);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = path.substr(at + word.size());
  if (rest.size() <= mark_digits || rest[mark_digits] != '-') return {};
  return rest.substr(mark_digits + 1);
}

/// None of a directory that cannot be listed: nothing can be told.
std::vector<std::string> names_in(const std::string& directory) {
  try {
    return names_in_directory(directory);
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

bool is_leftover_name(std::string_view name, std::string_view output) {
  if (!name.starts_with(output)) return false;  // of most files; a hash takes longer
  for (const char* const word : {"tmp", "spill"}) {
    const std::string stem = temporary_stem(std::string(output), word) + '-';
    if (name.starts_with(stem) && is_number(name.substr(stem.size()))) return true;
  }
  return false;
}

std::string temporary_stem(const std::string& path, const char* word) {
  ByteHash hash;
  hash.add(std::as_bytes(std::span(std::string_view("a temporary file of Encke for "))));
  hash.add(std::as_bytes(std::span(std::string_view(path).substr(path.rfind('/') + 1))));
  return path + '.' + word + '-' + hash.text().substr(0, mark_digits);
}

PosixFile create_nameless(const std::string& path) {
  PosixFile file = PosixFile::create_unique(temporary_stem(path, "spill"));
  ::unlink(file.path().c_str());
  return file;
}

PosixFile create_temporary(const std::string& path) {
  const std::string stem = temporary_stem(path);
  for (;;) {
    PosixFile file = PosixFile::create_unique(stem);
    // Before it is locked, another process may take it for a leftover.
    if (file.try_lock() != PosixFile::Lock::held && file.has_its_name()) return file;
  }
}

void remove_leftovers(const std::string& path) {
  const std::string output = path.substr(path.rfind('/') + 1);
  const std::string directory = directory_of(path);
  for (const auto& name : names_in(directory)) {
    if (!is_leftover_name(name, output)) continue;
    const std::string found = directory + "/" + name;
    struct stat status = {};
    if (::lstat(found.c_str(), &status) == 0 && S_ISREG(status.st_mode)) remove_if_dead(found);
  }
}

void remove_open_temporaries() noexcept {
  const long most = std::clamp(::sysconf(_SC_OPEN_MAX), 0L, 4096L);
  std::array<char, 32> link{}, own{};
  std::array<char, PATH_MAX> path{};
  std::snprintf(own.data(), own.size(), "%ld", static_cast<long>(::getpid()));
  const std::string_view us = own.data();
  for (long file = 0; file < most; ++file) {
    const int flags = ::fcntl(static_cast<int>(file), F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) != O_RDWR) continue;  // inputs are read alone
    std::snprintf(link.data(), link.size(), "/proc/self/fd/%ld", file);
    const ssize_t size = ::readlink(link.data(), path.data(), path.size() - 1);
    if (size <= 0) continue;
    path.at(static_cast<std::size_t>(size)) = '\0';
    const std::string_view owner = owner_in(path.data());
    if (is_number(owner) && owner.substr(0, owner.find('-')) == us) ::unlink(path.data());
  }
}

}  // namespace encke::sink
