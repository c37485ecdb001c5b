#include "kokkos/cpu/screens/scores.hpp"
#include "level_x86_64_v3.hpp"

namespace encke::cpu {

template struct ScoreScreens<level_x86_64_v3::Level>;

}  // namespace encke::cpu
