#include <algorithm>
#include <bit>
#include <cstdlib>
#include <encke/base/error.hpp>
#include <encke/host/directory_listing.hpp>
#include <encke/host/memory_nodes.hpp>
#include <encke/host/processors.hpp>
#include <iterator>
#include <utility>
#include <vector>

#if defined(__linux__) && __has_include(<linux/mempolicy.h>)
#include <linux/mempolicy.h>
#include <sys/syscall.h>
#include <unistd.h>
#define ENCKE_HAS_MEMORY_NODES
#endif

namespace encke {
namespace {

[[maybe_unused]] constexpr int most_nodes = 64;

#if defined(ENCKE_HAS_MEMORY_NODES)
std::vector<std::string> names_of_threads() {
  try {
    return names_in_directory("/proc/self/task");
  } catch (const Error&) {
    return {};
  }
}

/// Processors of all threads: where OpenMP binds them (OMP_PROC_BIND), this one has one place only.
std::vector<int> processors_of_threads() {
  std::vector<int> processors = processors_of_thread();
  for (const auto& thread : names_of_threads()) {
    const auto of_thread = processors_of_thread(std::atoi(thread.c_str()));
    std::vector<int> all;
    std::ranges::set_union(processors, of_thread, std::back_inserter(all));
    processors = std::move(all);
  }
  return processors;
}
#endif

}  // namespace

#if defined(ENCKE_HAS_MEMORY_NODES)
NodeSet nodes_of_processors(std::span<const int> processors, const std::string& sys) {
  NodeSet possible = 0;
  for (int n = 0; n < most_nodes; ++n) {
    const std::string node = sys + "/node/node" + std::to_string(n);
    if (::access(node.c_str(), F_OK) == 0) possible |= NodeSet{1} << n;
  }
  NodeSet found = 0;
  for (const int processor : processors) {
    const std::string folder = sys + "/cpu/cpu" + std::to_string(processor) + "/node";
    for (NodeSet rest = possible & ~found; rest != 0; rest &= rest - 1) {
      const int n = std::countr_zero(rest);
      if (::access((folder + std::to_string(n)).c_str(), F_OK) == 0) found |= NodeSet{1} << n;
    }
    if (found == possible) break;
  }
  return found;
}

NodeSet nodes_of_process() {
  static const NodeSet nodes = nodes_of_processors(processors_of_threads(), "/sys/devices/system");
  return nodes;
}

void interleave(void* data, std::size_t bytes, NodeSet nodes) {
  if (std::popcount(nodes) < 2) return;
  int policy = MPOL_DEFAULT;
  if (::syscall(SYS_get_mempolicy, &policy, nullptr, 0, nullptr, 0) != 0) return;
  if (policy != MPOL_DEFAULT) return;
  (void)::syscall(SYS_mbind, data, bytes, MPOL_INTERLEAVE, &nodes, most_nodes + 1, 0);
}
#else
NodeSet nodes_of_processors(std::span<const int>, const std::string&) { return 0; }
NodeSet nodes_of_process() { return 0; }
void interleave(void*, std::size_t, NodeSet) {}
#endif

}  // namespace encke
