#include <array>
#include <encke/network/mcl/options.hpp>

namespace encke::network {

Pruning pruning_scheme(int scheme) {
  constexpr std::array<Pruning, 7> schemes = {{{3000, 400, 500, 90},
                                               {4000, 500, 600, 90},
                                               {5000, 600, 700, 90},
                                               {6000, 700, 800, 90},
                                               {7000, 800, 900, 90},
                                               {10000, 1100, 1400, 90},
                                               {10000, 1200, 1600, 90}}};
  return schemes.at(static_cast<std::size_t>(scheme - 1));
}

}  // namespace encke::network
