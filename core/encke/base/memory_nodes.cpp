#include <bit>
#include <encke/base/memory_nodes.hpp>
#include <vector>

#if defined(__linux__)
#include <linux/mempolicy.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace encke {
namespace {

constexpr int most_nodes = 64;

#if defined(__linux__)
std::vector<int> processors_of_this_thread() {
  std::vector<int> processors;
  cpu_set_t set;
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return processors;
  for (int p = 0; p < CPU_SETSIZE; ++p) {
    if (CPU_ISSET(p, &set)) processors.push_back(p);
  }
  return processors;
}
#endif

}  // namespace

#if defined(__linux__)
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
  static const NodeSet nodes =
      nodes_of_processors(processors_of_this_thread(), "/sys/devices/system");
  return nodes;
}

void interleave(void* data, std::size_t bytes, NodeSet nodes) {
  if (std::popcount(nodes) < 2) return;
  int policy = MPOL_DEFAULT;
  if (::syscall(SYS_get_mempolicy, &policy, nullptr, 0, nullptr, 0) != 0) return;
  if (policy != MPOL_DEFAULT) return;
  const unsigned long mask = nodes;
  static_assert(sizeof mask >= sizeof nodes);
  (void)::syscall(SYS_mbind, data, bytes, MPOL_INTERLEAVE, &mask, most_nodes + 1, 0);
}
#else
NodeSet nodes_of_processors(std::span<const int>, const std::string&) { return 0; }
NodeSet nodes_of_process() { return 0; }
void interleave(void*, std::size_t, NodeSet) {}
#endif

}  // namespace encke
