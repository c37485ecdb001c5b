#include "select.cuh"

namespace encke::cuda {

template void CudaDevice::select_tiles<Complete>(int, const BitJob&, const ScreenJob&);
template void CudaDevice::select_tiles<Missing>(int, const BitJob&, const ScreenJob&);

}  // namespace encke::cuda
