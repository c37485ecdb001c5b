#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <encke/base/error.hpp>
#include <encke/host/aligned_buffer.hpp>
#include <encke/host/huge_pages.hpp>
#include <encke/host/memory_nodes.hpp>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace encke {
namespace {

/// Lets the system give the small pages behind the last huge one at once: up to 511 page faults
/// take as long as to clear what they bring. A hint; `data` begins with a huge page.
void take_last_pages([[maybe_unused]] void* data, [[maybe_unused]] std::size_t size,
                     [[maybe_unused]] std::size_t huge) {
#if defined(__linux__) && defined(MADV_POPULATE_WRITE)
  const std::size_t begin = size / huge * huge;
  if (begin < size) {
    (void)madvise(static_cast<std::byte*>(data) + begin, size - begin, MADV_POPULATE_WRITE);
  }
#endif
}

}  // namespace

void* zeroed_memory(Index bytes) {
  constexpr Index line = 64;
  constexpr Index huge = Index{2} << 20;
  constexpr Index most = Index{1} << 62;
  if (bytes < 0 || bytes > most) throw OutOfMemory("a buffer", most, 0);
  const Index alignment = bytes >= huge ? huge : line;
  const auto size = static_cast<std::size_t>(round_up(bytes, line));
  void* data = nullptr;  // posix_memalign: a size need not be a multiple of the alignment
  if (posix_memalign(&data, static_cast<std::size_t>(alignment), std::max<std::size_t>(size, 1)) !=
      0) {
    throw OutOfMemory("a buffer", bytes, 0);
  }
  // Fewer page faults now, fewer misses of the address cache in the kernels later.
  if (alignment == huge) prefer_huge_pages(data, size);
  // The large ones hold vectors, which all threads read.
  if (bytes >= 4 * huge) interleave(data, size, nodes_of_process());
  if (alignment == huge) take_last_pages(data, size, static_cast<std::size_t>(huge));
  std::memset(data, 0, size);
  return data;
}

}  // namespace encke
