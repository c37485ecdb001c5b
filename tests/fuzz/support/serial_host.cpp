#include <encke/host/region.hpp>
#include <encke/host/threads/host_loop.hpp>

// Stands in for what runs on Kokkos: one thread after the other, so that a run can be repeated.
namespace encke {

Region::Region(const char* /*name*/) : pushed_(false) {}
Region::~Region() = default;

void host_loop(int /*workers*/, Index count, const std::function<void(Index, int)>& body) {
  for (Index item = 0; item < count; ++item) body(item, 0);
}

void thread_loop(int workers, Index count, const std::function<void(Index, int)>& body) {
  host_loop(workers, count, body);
}

int thread_workers(int /*most*/) { return 1; }

}  // namespace encke
