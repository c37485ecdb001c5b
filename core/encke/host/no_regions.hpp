#pragma once

namespace encke {

/// While it lives, a Region that its thread makes does nothing: for threads of which the tools of
/// Kokkos know nothing.
class NoRegions {
 public:
  NoRegions();
  NoRegions(const NoRegions&) = delete;
  NoRegions& operator=(const NoRegions&) = delete;
  ~NoRegions();
};

}  // namespace encke
