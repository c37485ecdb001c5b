#include <cstdint>
#include <encke/host/huge_pages.hpp>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace encke {

void prefer_huge_pages([[maybe_unused]] void* data, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  constexpr std::uintptr_t huge = std::uintptr_t{2} << 20;
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  const std::uintptr_t begin = (address + huge - 1) / huge * huge;  // only whole ones
  const std::uintptr_t end = (address + bytes) / huge * huge;
  if (begin < end) (void)madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

}  // namespace encke
