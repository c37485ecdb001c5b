#include "select.hpp"

namespace encke::test {

template void EmulatedDevice::select_tiles<Planes1>(const cuda::BitJob&, const cuda::ScreenJob&);
template void EmulatedDevice::select_tiles<Planes2>(const cuda::BitJob&, const cuda::ScreenJob&);

}  // namespace encke::test
