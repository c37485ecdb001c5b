#include "select.cuh"

namespace encke::cuda {

template void CudaDevice::select_tiles<EachWithEach<1>>(int, const BitJob&, const ScreenJob&);
template void CudaDevice::select_tiles<EachWithEach<2>>(int, const BitJob&, const ScreenJob&);

}  // namespace encke::cuda
