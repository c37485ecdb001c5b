#include "select.cuh"

namespace encke::cuda {

// See select_genotypes.cu and select_planes.cu.
extern template void CudaDevice::select_tiles<Complete>(int, const BitJob&, const ScreenJob&);
extern template void CudaDevice::select_tiles<Missing>(int, const BitJob&, const ScreenJob&);
extern template void CudaDevice::select_tiles<EachWithEach<1>>(int, const BitJob&,
                                                               const ScreenJob&);
extern template void CudaDevice::select_tiles<EachWithEach<2>>(int, const BitJob&,
                                                               const ScreenJob&);

bool CudaDevice::selects(BitList list, ScreenKind kind, int way) const {
  bool found = false;
  with_list(list, [&](auto type) {
    found = with_screen<typename decltype(type)::type>(kind, way, [](auto) {});
  });
  return found;
}

void CudaDevice::select(int queue, BitList list, const BitJob& job, const ScreenJob& screen) {
  with_list(list,
            [&](auto type) { select_tiles<typename decltype(type)::type>(queue, job, screen); });
}

}  // namespace encke::cuda
