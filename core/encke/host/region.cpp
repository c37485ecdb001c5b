#include <Kokkos_Core.hpp>
#include <encke/host/no_regions.hpp>
#include <encke/host/region.hpp>

namespace encke {
namespace {

thread_local bool quiet = false;

}  // namespace

NoRegions::NoRegions() { quiet = true; }
NoRegions::~NoRegions() { quiet = false; }

Region::Region(const char* name) : pushed_(!quiet && Kokkos::is_initialized()) {
  if (pushed_) Kokkos::Profiling::pushRegion(name);
}

Region::~Region() {
  if (pushed_) Kokkos::Profiling::popRegion();
}

}  // namespace encke
