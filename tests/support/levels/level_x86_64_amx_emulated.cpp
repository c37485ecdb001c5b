#include "kokkos/cpu/levels/amx_kernels.hpp"
#include "kokkos/cpu/levels/levels.hpp"
#include "kokkos/cpu/units/tiles_emulated.hpp"

// The level x86-64-amx with tiles in plain C++, for any CPU that has x86-64-v4.

namespace encke {

namespace cpu::level_x86_64_amx_emulated {

struct Level {};

static bool supported() { return level_x86_64_v4_carry::kernels().supported(); }

}  // namespace cpu::level_x86_64_amx_emulated

namespace test {

/// From now on it is a level of the backend kokkos.
void offer_emulated_amx() {
  using cpu::level_x86_64_amx_emulated::Level;
  if (!cpu::level_x86_64_amx_emulated::supported()) return;
  static const cpu::Kernels kernels = cpu::AmxKernels<Level, cpu::EmulatedTiles<Level>>::kernels(
      "x86-64-amx-emulated", &cpu::level_x86_64_amx_emulated::supported);
  cpu::offer_level(kernels);
}

}  // namespace test
}  // namespace encke
