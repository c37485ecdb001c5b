#include <Kokkos_Core.hpp>
#include <encke/host/region.hpp>

namespace encke {

Region::Region(const char* name) : pushed_(Kokkos::is_initialized()) {
  if (pushed_) Kokkos::Profiling::pushRegion(name);
}

Region::~Region() {
  if (pushed_) Kokkos::Profiling::popRegion();
}

}  // namespace encke
