#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <encke/host/memory_limit.hpp>
#include <fstream>
#include <limits>
#include <string>

namespace encke {
namespace {

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

/// A limit that a file states; "max" and files that do not exist state none.
std::int64_t stated_in(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::int64_t bytes = unlimited;
  return stream >> bytes && bytes > 0 ? bytes : unlimited;
}

/// The least limit that the group at `path` below `root` and those around it state.
std::int64_t least_around(const std::filesystem::path& root, std::filesystem::path path,
                          const char* file) {
  std::int64_t least = stated_in(root / file);
  for (; !path.empty(); path = path.parent_path()) {
    least = std::min(least, stated_in(root / path / file));
  }
  return least;
}

bool lists_memory(const std::string& controllers) {
  return (',' + controllers + ',').find(",memory,") != std::string::npos;
}

}  // namespace

std::int64_t memory_limit() {
  std::int64_t bytes =
      static_cast<std::int64_t>(::sysconf(_SC_PHYS_PAGES)) * ::sysconf(_SC_PAGESIZE);
  std::ifstream groups("/proc/self/cgroup");
  bytes = std::min(bytes, cgroup_memory_limit(groups, "/sys/fs/cgroup").value_or(bytes));
  struct rlimit space = {};
  if (::getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur < static_cast<rlim_t>(bytes)) {
    bytes = static_cast<std::int64_t>(space.rlim_cur);
  }
  return bytes;
}

std::optional<std::int64_t> cgroup_memory_limit(std::istream& groups,
                                                const std::filesystem::path& root) {
  std::int64_t least = unlimited;
  for (std::string line; std::getline(groups, line);) {  // ID:CONTROLLERS:/PATH
    const auto first = line.find(':');
    const auto second = line.find(":/", first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string path = line.substr(second + 2);
    if (controllers.empty()) least = std::min(least, least_around(root, path, "memory.max"));
    if (lists_memory(controllers)) {
      least = std::min(least, least_around(root / "memory", path, "memory.limit_in_bytes"));
    }
  }
  return least == unlimited ? std::nullopt : std::optional(least);
}

}  // namespace encke
