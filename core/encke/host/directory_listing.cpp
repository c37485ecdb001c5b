#include <dirent.h>

#include <cerrno>
#include <encke/base/error.hpp>
#include <encke/host/directory_listing.hpp>
#include <memory>
#include <new>
#include <string_view>
#include <system_error>

namespace encke {
namespace {

struct Close {
  void operator()(DIR* directory) const { ::closedir(directory); }
};

[[noreturn]] void fail(const std::string& path, int reason) {
  if (reason == ENOMEM) throw std::bad_alloc();
  const std::string message =
      path + ": cannot list the directory: " + std::generic_category().message(reason);
  if (reason == ENOENT) throw NoDirectory(Failure::open, message);
  throw Error(Failure::open, message);
}

}  // namespace

std::vector<std::string> names_in_directory(const std::string& path) {
  const std::unique_ptr<DIR, Close> directory(::opendir(path.c_str()));
  if (!directory) fail(path, errno);
  std::vector<std::string> names;
  for (;;) {
    errno = 0;
    const dirent* const entry = ::readdir(directory.get());  // of a stream of our own: safe
    if (entry == nullptr && errno != 0) fail(path, errno);
    if (entry == nullptr) return names;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
}

}  // namespace encke
