#pragma once

namespace encke {

/// Labels what happens while it lives for the tools that Kokkos loads (KOKKOS_TOOLS_LIBS). Does
/// nothing while Kokkos is not running. To be made on the thread that started Kokkos only.
class Region {
 public:
  explicit Region(const char* name);
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;
  ~Region();

 private:
  bool pushed_;
};

}  // namespace encke
