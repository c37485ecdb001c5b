#pragma once

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

namespace encke::test {

/// While it lives, this thread allocates what may be kept until the process ends: it is no leak.
class KeptMemory {
 public:
#if defined(__SANITIZE_ADDRESS__)
  KeptMemory() { __lsan_disable(); }
  ~KeptMemory() { __lsan_enable(); }
#else
  KeptMemory() {}
  ~KeptMemory() {}
#endif
  KeptMemory(const KeptMemory&) = delete;
  KeptMemory& operator=(const KeptMemory&) = delete;
};

}  // namespace encke::test
