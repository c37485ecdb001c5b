#include <sys/stat.h>
#include <unistd.h>

#include <encke/base/byte_hash.hpp>
#include <encke/base/error.hpp>
#include <encke/file/output/leftovers.hpp>
#include <encke/host/directory_listing.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace encke::sink {
namespace {

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
  constexpr std::size_t digits = 8;
  ByteHash hash;
  hash.add(std::as_bytes(std::span(std::string_view("a temporary file of Encke for "))));
  hash.add(std::as_bytes(std::span(std::string_view(path).substr(path.rfind('/') + 1))));
  return path + '.' + word + '-' + hash.text().substr(0, digits);
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

}  // namespace encke::sink
