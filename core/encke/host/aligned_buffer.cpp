#include <cstring>
#include <encke/base/error.hpp>
#include <encke/host/aligned_buffer.hpp>
#include <encke/host/memory_nodes.hpp>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace encke {

void* zeroed_memory(Index bytes) {
  constexpr Index line = 64;
  constexpr Index huge = Index{2} << 20;
  constexpr Index most = Index{1} << 62;
  if (bytes < 0 || bytes > most) throw OutOfMemory("a buffer", most, 0);
  const Index alignment = bytes >= 4 * huge ? huge : line;
  const auto size = static_cast<std::size_t>(round_up(bytes, alignment));
  void* data = std::aligned_alloc(static_cast<std::size_t>(alignment), size);
  if (data == nullptr) throw OutOfMemory("a buffer", bytes, 0);
  if (alignment == huge) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    // A hint: fewer page faults now, fewer misses of the address cache in the kernels later.
    (void)madvise(data, size, MADV_HUGEPAGE);
#endif
    // The large ones hold vectors, which all threads read.
    interleave(data, size, nodes_of_process());
  }
  std::memset(data, 0, size);
  return data;
}

}  // namespace encke
