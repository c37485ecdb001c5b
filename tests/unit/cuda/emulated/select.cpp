#include "select.hpp"

namespace encke::test {

// Two files share the work of the compiler: emulated_select_planes.cpp.
extern template void EmulatedDevice::select_tiles<Planes1>(const cuda::BitJob&,
                                                           const cuda::ScreenJob&);
extern template void EmulatedDevice::select_tiles<Planes2>(const cuda::BitJob&,
                                                           const cuda::ScreenJob&);

bool EmulatedDevice::selects(cuda::BitList list, cuda::ScreenKind kind, int way) const {
  bool found = false;
  with_list(list, [&](auto type) {
    using List = typename decltype(type)::type;
    found = cuda::with_screen<List>(kind, way, [](auto) {});
  });
  return found;
}

void EmulatedDevice::select(int queue, cuda::BitList list, const cuda::BitJob& job,
                            const cuda::ScreenJob& screen) {
  put(queue, [=, this] {
    with_list(list, [&](auto type) { select_tiles<typename decltype(type)::type>(job, screen); });
  });
  ++selections;
}

}  // namespace encke::test
