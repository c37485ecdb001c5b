#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <optional>

namespace encke {

/// Bytes that this process may use: the least of the machine's memory, the limits of its control
/// groups, and the limit of its address space.
std::int64_t memory_limit();

/// The least memory limit of the control groups that `groups` names, in the form of
/// /proc/self/cgroup, and of those around them; `root` stands for /sys/fs/cgroup.
/// In version 2 the file memory.max counts, in version 1 memory/.../memory.limit_in_bytes
/// (cgroups(7)).
std::optional<std::int64_t> cgroup_memory_limit(std::istream& groups,
                                                const std::filesystem::path& root);

}  // namespace encke
