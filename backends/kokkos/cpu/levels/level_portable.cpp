#include "kokkos/cpu/masks/mask_lines.hpp"
#include "kokkos/cpu/products/weighted_bits_scalar.hpp"
#include "kokkos/cpu/units/scalar.hpp"
#include "level.hpp"

namespace encke::cpu {
namespace level_portable {

struct Level {
  static constexpr int register_bytes = 16;
  using Bits = ScalarBits<Level>;
  using Floats = ScalarReals<Level, float>;
  using Doubles = ScalarReals<Level, double>;
  using Counts8 = ScalarCounts<Level, std::uint8_t>;
  using Counts16 = ScalarCounts<Level, std::uint16_t>;
  using WeightedFloats = ScalarWeighted<Level, float>;
  using WeightedDoubles = ScalarWeighted<Level, double>;
  using Lines = WordLines<Level, register_bytes>;
  static constexpr TileShape complete{2, 2}, pair_missing{1, 1}, triple_missing{1, 1};
  static constexpr TileShape bit_complete{4, 2}, bit_pair_missing{2, 1}, bit_triple_missing{1, 1};
  static constexpr TileShape moments_missing{1, 1};
  static constexpr TileShape table_pair{1, 1}, table_pair_missing{1, 1};
  static constexpr TileShape table_triple{1, 1}, table_triple_missing{1, 1};
  static constexpr TileShape minimum{2, 2}, powered{1, 4};
  static constexpr TileShape count2{2, 2}, count3{1, 1}, count8{2, 2}, count16{2, 2};
};

bool supported() { return true; }

const Kernels& kernels() {
  static constexpr Kernels table = kernels_of<Level>("portable", &supported);
  return table;
}

}  // namespace level_portable
}  // namespace encke::cpu
